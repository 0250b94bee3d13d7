import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';

import { queryTable } from '../../src/store/index.ts';
import { serveApp, type ServedApp } from '../kit/app.ts';
import { launchChromium } from '../kit/chromium.ts';
import { scrap, temporaryDirectory } from '../kit/scrap.ts';

let browser: Awaited<ReturnType<typeof launchChromium>>;
let app: ServedApp;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  app = await serveApp();
});

async function open(path: string) {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(app.url + path);
  return page;
}

test('the search box says all that may be written in it, and writes it', async () => {
  const page = await open('/search');
  await page.locator('.operators li').first().waitFor();
  const shown = await page.locator('.operators :is(code, .code)').allTextContents();
  expect(shown).toEqual((await queryTable()).map(({ write }) => write));
  await page.getByRole('button', { name: 'tag:home/garden' }).click();
  expect(await page.inputValue('#query')).toBe('tag:');
  await page.locator('#query:focus').waitFor();
});

test('a search gets a name, is found under it, and loses it again', async () => {
  const page = await open('/search');
  await app.post('add', { text: 'A heron', tags: ['bird'] });
  await page.fill('#query', 'tag:bird');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Name of this search').fill('birds');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/search?query=%40birds');
  await page.locator('.row', { hasText: 'A heron' }).waitFor();
  await page.goto(`${app.url}/search`);
  await page.locator('.saved', { hasText: 'tag:bird' }).waitFor();
  await page.getByRole('button', { name: 'Remove @birds' }).click();
  await page.locator('.saved').waitFor({ state: 'detached' });
  await page.locator('.toast >> text=Undo').click();
  await page.locator('.saved a').click();
  await page.locator('.row', { hasText: 'A heron' }).waitFor();
});

test('a mirrored page offers only what its file allows', async () => {
  const folder = join(temporaryDirectory(), 'garden');
  mkdirSync(folder);
  writeFileSync(join(folder, 'beds.md'), '# Beds\n\n- [ ] dig\n');
  const { status } = await scrap(['notebook', 'add', folder], { store: app.file });
  expect(status).toBe(0);
  const page = await open('/p/beds');
  await page.getByText('follows the file beds.md of the notebook garden').waitFor();
  expect(await page.locator('.actions > *').allTextContents()).toEqual(['History']);
  expect(await page.locator('.prose input:disabled').count()).toBe(1);
});
