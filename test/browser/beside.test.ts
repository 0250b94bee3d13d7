import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { openStore } from '../../src/store/index.ts';
import { putByModel } from '../../src/store/pages/put-by-model.ts';
import { pageById } from '../../src/store/pages/row.ts';
import { serveApp } from '../kit/app.ts';
import { launchChromium } from '../kit/chromium.ts';

let browser: Awaited<ReturnType<typeof launchChromium>>;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

test('what a model said stands apart from the page, marked, as text', async () => {
  const app = await serveApp();
  await app.post('add', { text: 'From Tuesday. #food', title: 'Lunch' });
  const store = openStore(app.file);
  const id = store.get<{ id: number }>('SELECT id FROM pages')?.id ?? 0;
  const saying = {
    summary: 'A **receipt** <img src=x onerror=ran()> for two soups.',
    tags: ['receipt'],
    transcript: 'Otter Cafe\nSoup 2 x 9.50',
  };
  const by = { model: 'some-model', at: '2026-11-30T12:00:00.000Z' };
  store.write(() => putByModel(store, pageById(store, id), saying, by));
  store.close();

  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(`${app.url}/search?query=soups`);
  const row = page.locator('.row', { hasText: 'Lunch' });
  await row.getByText('found by what a model said').waitFor();
  await row.locator('a').first().click();
  const beside = page.getByRole('complementary', { name: 'What a model said' });
  await beside.getByText('Said by some-model, and maybe wrong').waitFor();
  await beside.getByText(saying.summary, { exact: true }).waitFor();
  expect(await page.locator('.prose').textContent()).not.toContain('receipt');
  await beside.getByText('The words in it').click();
  await beside.getByText('Soup 2 x 9.50').waitFor();

  await beside.getByRole('button', { name: '#receipt' }).click();
  await page.locator('.page-head .tag', { hasText: '#receipt' }).waitFor();
  await beside.getByRole('button', { name: '#receipt' }).waitFor({ state: 'detached' });
});

test('what a link leads to is quoted apart, and none of it is the page', async () => {
  const app = await serveApp();
  const { slug } = await app.post('add', { text: 'Rye, as they bake it', kind: 'note' });
  const store = openStore(app.file);
  store.run(
    `INSERT INTO clips (page_id, url, fetched, quote)
     SELECT id, 'https://a.example/rye', created, ? FROM pages WHERE slug = ?`,
    'The **crust**\n\n- [ ] knead\n\n<img src=x onerror=ran()>',
    slug,
  );
  store.close();
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(`${app.url}/p/${slug}`);
  const quoted = page.getByRole('complementary', { name: 'Quoted from where the link leads' });
  await quoted.getByText('Quoted from a.example').waitFor();
  await quoted.getByText('Read it here').click();
  await quoted.locator('strong', { hasText: 'crust' }).waitFor();
  expect(await quoted.locator('input:not(:disabled), img').count()).toBe(0);
});
