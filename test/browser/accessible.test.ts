import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';

import { serveApp } from '../kit/app.ts';
import { launchChromium } from '../kit/chromium.ts';
import { fill } from './filled.ts';

interface View {
  readonly path: string;
  /** A text that is there when the view is. */
  readonly shows: string;
  /** What is done to get at it. */
  readonly press?: string;
  /** A telephone does not have it. */
  readonly wide?: true;
}

const VIEWS: Readonly<Record<string, View>> = {
  recent: { path: '/', shows: 'Urchins eat holdfasts' },
  capture: { path: '/', shows: 'Due', press: '#capture' },
  search: { path: '/search', shows: 'the words next to each other' },
  results: { path: '/search?query=kelp', shows: 'Call about the' },
  'a tag': { path: '/search?query=tag%3Asea', shows: 'Rename tag' },
  'a search being saved': {
    path: '/search?query=tag%3Asea',
    shows: 'Urchins',
    press: '.head-actions button',
  },
  'what agents wrote': { path: '/search?query=is%3Aclaude', shows: 'Kelp, compared' },
  todos: { path: '/todos', shows: 'Overdue' },
  'done todos': { path: '/todos?status=done', shows: 'Already done' },
  tags: { path: '/tags', shows: '#reading/now' },
  'a tag being renamed': {
    path: '/tags?rename=sea',
    shows: 'is the same tag',
    press: '.rename button',
  },
  review: { path: '/review', shows: 'for the sea project' },
  'what would be taken back': {
    path: '/review',
    shows: 'to the trash',
    press: '.group-of button:last-of-type',
  },
  history: { path: '/p/kelp?history', shows: 'Take this back', press: 'summary' },
  trash: { path: '/trash', shows: 'thrown away' },
  'a page': { path: '/p/kelp', shows: 'mapped' },
  'a page of an agent': { path: '/p/kelp-compared', shows: 'the sea project' },
  'a page in the trash': { path: '/p/thrown-away', shows: 'This page is in the trash' },
  'a photo and what a model said': {
    path: '/p/the-reef',
    shows: 'PIER 4',
    press: '.beside summary',
  },
  'what is stuck': { path: '/', shows: 'Nobody answered', press: '.jobs summary' },
  'no page': { path: '/p/nowhere', shows: 'Not here' },
  'the editor': { path: '/p/kelp', shows: 'Cancel', press: '[data-key=e]' },
  'an undo': { path: '/todos', shows: 'Undo', press: 'section:last-of-type .tick' },
  'help for a phone': { path: '/phone.html', shows: 'Show in Share Sheet' },
  'the keys': { path: '/', shows: 'Next, previous row', press: '.help', wide: true },
};

const WIDE = { width: 1000, height: 800 };
/** The narrowest telephone that is sold. */
const NARROW = { width: 320, height: 640 };

test('every view is accessible, dark and light, and fits a telephone', async () => {
  const app = await serveApp();
  await fill(app);
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    // what is still fading in has too little contrast for a moment
    const page = await browser.newPage({ colorScheme, reducedMotion: 'reduce' });
    for (const [name, { path, shows, press, wide }] of Object.entries(VIEWS)) {
      await page.setViewportSize(wide ? WIDE : NARROW);
      await page.goto(app.url + path);
      if (press !== undefined) await page.locator(press).first().click();
      await page.getByText(shows).first().waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (!wide && width > NARROW.width) faults.push(`${name} is ${width} pixels wide`);
      for (const fault of await faultsIn(page)) faults.push(`${name}, ${colorScheme}: ${fault}`);
      if (colorScheme === 'dark') continue; // the colours are those of the telephone
      await page.setViewportSize(WIDE);
      for (const fault of await faultsIn(page)) faults.push(`${name}, wide: ${fault}`);
    }
    expect(faults).toEqual([]);

    await page.goto(app.url);
    await page.getByText('Urchins').waitFor();
    await page.evaluate(() => document.querySelector('main')?.append(new Image()));
    expect(await faultsIn(page)).toHaveLength(1); // or nothing above would have been seen either
    await page.close();
  }
}, 150_000);

/** What axe finds, as rule and place. */
async function faultsIn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: runner } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await runner.run(document);
    return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html).join(' ')}`);
  });
}
