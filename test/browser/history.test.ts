import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { serveApp, type ServedApp } from '../kit/app.ts';
import { launchChromium } from '../kit/chromium.ts';

const AGENT = { 'scrap-author': 'claude' };

let browser: Awaited<ReturnType<typeof launchChromium>>;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

let app: ServedApp;
beforeEach(async () => {
  app = await serveApp();
});

async function open(path: string): Promise<Page> {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(app.url + path);
  return page;
}

test('a page tells what was done to it, word by word, and a change is taken back when seen', async () => {
  const { revision } = await app.post('add', { text: 'The heron stands in the reeds.' });
  const slug = 'the-heron-stands-in-the-reeds';
  await app.post('edit', { page: slug, text: 'The heron sleeps in the reeds.', revision });
  const page = await open(`/p/${slug}`);
  await page.getByRole('link', { name: 'History' }).click();
  const { keyboard } = page;
  await page.locator('summary', { hasText: 'Edited' }).waitFor();
  await keyboard.press('j');
  await keyboard.press('Enter');
  await expect.poll(() => page.locator('.diff ins').allTextContents()).toEqual(['sleeps ']);
  expect(await page.locator('.diff del').allTextContents()).toEqual(['stands ']);

  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page.locator('.plan', { hasText: '1 word more, 1 word less' }).waitFor();
  expect(app.texts()).toEqual(['The heron sleeps in the reeds.']);
  await page.getByRole('button', { name: 'Take back', exact: true }).click();
  await expect.poll(() => app.texts()).toEqual(['The heron stands in the reeds.']);
  await page.locator('summary', { hasText: 'Taken back' }).waitFor();
  await page.locator('.toast >> text=Undo').click();
  await expect.poll(() => app.texts()).toEqual(['The heron sleeps in the reeds.']);
});

describe('what agents did since one looked', () => {
  beforeEach(async () => {
    await app.post('add', { text: 'Mine', tags: ['bird'] });
    const forIt = (origin: string) => ({ pages: ['mine'], add_tags: [origin], origin });
    await app.post('edit_meta', forIt('spring'), AGENT);
    await app.post('add', { text: 'Theirs', origin: 'spring' }, AGENT);
    await app.post('edit_meta', forIt('autumn'), AGENT);
  });

  test('is kept, and not shown again', async () => {
    const page = await open('/');
    await page.getByRole('link', { name: 'Review 3' }).click();
    await page.locator('.group-of').nth(1).waitFor();
    const groups = await page.locator('.group-of > .meta .badge').allTextContents();
    expect(groups).toEqual(['◆ Claude, for autumn', '◆ Claude, for spring']);
    await page.getByRole('button', { name: 'Keep', exact: true }).first().click();
    await expect.poll(() => page.locator('.group-of').count()).toBe(1);
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.getByText('No agent has changed anything').waitFor();
    await app.post('add', { text: 'Later', origin: 'spring' }, AGENT);
    await page.locator('.group-of', { hasText: 'Later' }).waitFor();
    expect(await page.locator('.group-of').textContent()).not.toContain('Theirs');
  });

  test('is taken back after its dry run, and of the others nothing', async () => {
    const page = await open('/review');
    const spring = page.locator('.group-of', { hasText: 'for spring' });
    await spring.getByText('Take back …').click();
    await spring.locator('.plan', { hasText: '−#spring' }).waitFor();
    await spring.locator('.plan', { hasText: 'to the trash' }).waitFor();
    expect(await tagsOf('mine')).toEqual(['autumn', 'bird', 'spring']);
    await spring.getByRole('button', { name: 'Take back', exact: true }).click();
    await expect.poll(() => tagsOf('mine')).toEqual(['autumn', 'bird']);
    await spring.waitFor({ state: 'detached' });
    expect(app.pages().find(({ slug }) => slug === 'theirs')?.trashed).not.toBeNull();
  });
});

async function tagsOf(slug: string): Promise<readonly string[]> {
  const answer = await fetch(`${app.url}/api/read?page=${slug}`);
  return ((await answer.json()) as { tags: string[] }).tags.toSorted();
}

test('a tag is renamed after its dry run, and taken back', async () => {
  await app.post('add', { text: 'One', tags: ['bird'] });
  await app.post('add', { text: 'Two', tags: ['bird/heron', 'animal'] });
  const page = await open('/search?query=tag%3Abird');
  await page.getByRole('link', { name: 'Rename tag' }).click();
  await page.getByLabel('New name').fill('animal');
  await page.keyboard.press('Enter');
  await page.getByText('on 2 pages, where it joins the #animal').waitFor();
  expect(await tagsOf('one')).toEqual(['bird']);
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect.poll(() => tagsOf('two')).toEqual(['animal', 'animal/heron']);
  await page.locator('.tags', { hasText: '#animal/heron' }).waitFor();
  await page.locator('.toast >> text=Undo').click();
  await expect.poll(() => tagsOf('two')).toEqual(['animal', 'bird/heron']);
});
