import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { serveApp, type ServedApp } from '../kit/app.ts';
import { launchChromium } from '../kit/chromium.ts';
import { scrap } from '../kit/scrap.ts';
import { fill, KELP } from './filled.ts';

let browser: Awaited<ReturnType<typeof launchChromium>>;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

let app: ServedApp;
beforeEach(async () => {
  app = await serveApp();
  await fill(app);
});

async function open(path = '/'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(app.url + path);
  return page;
}

test('a page shows what links to it, and leads there', async () => {
  await app.post('add', { text: 'They graze on [[Kelp]] *all* day', title: 'Snails' });
  const page = await open('/p/kelp');
  const link = page.locator('.backlinks li', { hasText: 'Snails' });
  expect(await link.locator('.snippet').textContent()).toBe('They graze on [[Kelp]] *all* day');
  await link.locator('a').click();
  await page.waitForURL('**/p/snails');
  await page.locator('.prose a', { hasText: 'Kelp' }).waitFor();
  expect(await page.locator('.backlinks').count()).toBe(0);
});

describe('the keyboard alone', () => {
  test('captures, finds, opens, edits, trashes and takes back', async () => {
    const page = await open();
    const { keyboard } = page;
    await page.locator('[data-row]').first().waitFor();
    await keyboard.press('n');
    await page.locator('#capture:focus').waitFor();
    await keyboard.type('a heron on the mast');
    await keyboard.press('Tab');
    await keyboard.type('birds');
    await keyboard.press('Control+Enter');
    await page.locator('.row-title', { hasText: 'a heron on the mast' }).waitFor();

    await keyboard.press('Escape');
    await keyboard.press('/');
    await page.locator('#query:focus').waitFor();
    await keyboard.type('heron');
    await page.locator('.snippet, .row-title', { hasText: 'heron' }).first().waitFor();
    await keyboard.press('Escape');
    await keyboard.press('j');
    await keyboard.press('Enter');
    await page.waitForURL('**/p/a-heron-on-the-mast');
    await page.locator('.prose', { hasText: 'heron' }).waitFor();

    await keyboard.press('e');
    await page.locator('.editor:focus').waitFor();
    await keyboard.press('Control+End');
    await keyboard.type(', and its mate');
    await keyboard.press('Control+Enter');
    await page.locator('.prose', { hasText: 'and its mate' }).waitFor();
    expect(app.texts().at(-1)).toBe('a heron on the mast, and its mate');

    await page.getByRole('button', { name: 'To the trash' }).focus();
    await keyboard.press('Enter');
    await page.getByText('This page is in the trash').waitFor();
    await keyboard.press('u');
    await page.getByText('This page is in the trash').waitFor({ state: 'detached' });
    await keyboard.press('g');
    await keyboard.press('d');
    await page.waitForURL('**/trash');
    await page.locator('[data-row]').first().waitFor();
    await keyboard.press('j');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByText('The trash is empty').waitFor();
  });

  test('ticks and unticks, in the list and in a page', async () => {
    const page = await open();
    const { keyboard } = page;
    await page.locator('[data-row]').first().waitFor();
    await keyboard.press('g');
    await keyboard.press('t');
    await page.locator('.todo', { hasText: 'Renew passport' }).waitFor();
    await keyboard.press('j');
    await keyboard.press('x');
    await expect.poll(() => statusOf('renew-passport')).toBe('done');
    await keyboard.press('u');
    await expect.poll(() => statusOf('renew-passport')).toBe('open');

    await page.goto(`${app.url}/p/kelp`);
    await page.locator('.prose .task').first().waitFor();
    await keyboard.press('j');
    await keyboard.press('j');
    await keyboard.press('x');
    await expect.poll(() => app.texts()[0]).toBe(KELP.replace('[ ] mapped', '[x] mapped'));
    await keyboard.press('u');
    await expect.poll(() => app.texts()[0]).toBe(KELP);
  });

  test('shows its keys, and goes through tags', async () => {
    const page = await open();
    const { keyboard } = page;
    await page.locator('[data-row]').first().waitFor();
    await keyboard.press('?');
    await page.getByRole('dialog').getByText('Search', { exact: true }).waitFor();
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await keyboard.press('g');
    await keyboard.press('a');
    await page.locator('.tags [data-row]').first().waitFor();
    await keyboard.press('j');
    await keyboard.press('Enter');
    await page.waitForURL('**/search?query=tag*');
    await page.locator('.row').first().waitFor();
  });
});

async function statusOf(page: string): Promise<unknown> {
  const answer = await fetch(`${app.url}/api/read?page=${page}`);
  return ((await answer.json()) as { status?: string }).status;
}

describe('what others write', () => {
  test('at the terminal appears in a list that is open', async () => {
    const page = await open('/todos');
    await page.locator('.todo').first().waitFor();
    const { status } = await scrap(['add', 'From the terminal', '--due', 'today'], {
      store: app.file,
    });
    expect(status).toBe(0);
    await page.locator('.todo', { hasText: 'From the terminal' }).waitFor({ timeout: 5_000 });
  });

  test('appears in a page that is open, also when that is the trash', async () => {
    const page = await open('/p/kelp');
    await page.locator('.task', { hasText: 'mapped' }).waitFor();
    await app.post('done', { page: 'kelp', line: 6 });
    await page.locator('.task.is-done', { hasText: 'mapped' }).waitFor({ timeout: 5_000 });
    await app.post('trash', { page: 'kelp' });
    await page.getByText('This page is in the trash').waitFor({ timeout: 5_000 });
    expect(await page.locator('.prose input:not(:disabled)').count()).toBe(0);
    await page.getByRole('button', { name: 'Put back' }).click();
    await page.getByText('This page is in the trash').waitFor({ state: 'detached' });
  });
});
