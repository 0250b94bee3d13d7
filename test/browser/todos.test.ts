import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';

import { serveApp, type ServedApp } from '../kit/app.ts';
import { launchChromium } from '../kit/chromium.ts';
import { fill } from './filled.ts';

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

test('the box for todos reads day, priority and tags out of the line', async () => {
  await app.post('add', { text: 'Renew passport', due: '2020-01-02' });
  await app.post('add', { text: 'Sand the hull', kind: 'todo' });
  const page = await open('/todos');
  await page.fill('#capture', 'Call Ann due:today p1 +home repeat:week');
  await page.keyboard.press('Control+Enter');
  const today = page.getByRole('region', { name: 'Today' });
  await today.getByText('Call Ann', { exact: true }).waitFor();
  expect(await today.locator('.meta').innerText()).toMatch(
    /priority 1\s+due today\s+↻.*week\s+#home/,
  );
  expect(await page.locator('h2.group').allTextContents()).toEqual(['Overdue', 'Today', 'No date']);

  await page.fill('#capture', 'Pay the berth due:blursday');
  await page.keyboard.press('Control+Enter');
  await page.locator('.waiting', { hasText: 'blursday' }).waitFor();
  await page.click('.waiting >> text=Go on writing');
  expect(await page.inputValue('#capture')).toBe('Pay the berth due:blursday');
  await page.fill('#capture', 'Pay the berth due:tomorrow');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('region', { name: 'This week' }).getByText('Pay the berth').waitFor();
  await page.locator('.waiting').waitFor({ state: 'detached' });
});

test('what is stuck behind a page says why, and is left where that is wanted', async () => {
  await fill(app);
  const page = await open('/');
  await page.locator('.jobs summary', { hasText: 'given up for 1 page' }).click();
  await page.locator('.jobs', { hasText: 'Nobody answered three times.' }).waitFor();
  await page.getByRole('button', { name: 'Try now' }).click();
  await page.getByText("Only the owner at the store's own terminal").waitFor();
  await page.getByRole('button', { name: 'Leave it' }).click();
  await page.locator('.jobs').waitFor({ state: 'detached' });
});
