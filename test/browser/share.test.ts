import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';

import { serveApp, type ServedApp } from '../kit/app.ts';
import { launchChromium } from '../kit/chromium.ts';

let browser: Awaited<ReturnType<typeof launchChromium>>;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

let app: ServedApp;
let context: BrowserContext;
let page: Page;
beforeEach(async () => {
  app = await serveApp();
  context = await browser.newContext();
  onTestFinished(() => context.close());
  page = await context.newPage();
  await page.goto(app.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
});

/** Sends what a device's share menu sends, as the manifest says. */
async function share(fields: Readonly<Record<string, string>>): Promise<void> {
  const opened = page.waitForEvent('load');
  await page.evaluate((entries) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/share' });
    for (const [name, value] of entries) {
      const field = document.createElement('textarea');
      Object.assign(field, { name, value });
      form.append(field);
    }
    document.body.append(form);
    setTimeout(() => form.submit()); // this function must have returned before the page is left
  }, Object.entries(fields));
  await opened;
  await page.waitForURL(`${app.url}/`);
}

/** On this machine, where scrap does not look what a link leads to. */
const RYE = 'http://127.0.0.1/rye?x=1&y=2';

test('a share becomes one page, a double tap too, and nothing shared none', async () => {
  await share({ title: 'Rye', text: `Rye\n${RYE}`, url: RYE });
  await expect.poll(() => app.texts()).toEqual([RYE]);
  expect(app.pages()[0]?.source).toBe('share');
  await page.locator('[data-row]', { hasText: 'Rye' }).waitFor();
  await share({ text: '100% & more 🐡\nLine 2' });
  await share({ text: '100% & more 🐡\nLine 2' });
  const long = `${'x'.repeat(300_000)} 🐚`;
  await share({ text: long });
  await share({ title: '', text: '', url: '' });
  await page.getByText('Nothing was shared').waitFor();
  await page.locator('.waiting').waitFor({ state: 'detached' });
  await expect.poll(() => app.texts()).toEqual([RYE, '100% & more 🐡\nLine 2', long]);
});

test('a share without a network waits in sight, and is sent when there is one', async () => {
  await context.setOffline(true);
  await share({ text: 'seen from the train' });
  await page.locator('.waiting', { hasText: 'seen from the train' }).waitFor();
  await share({ text: 'and one more' });
  await page.locator('.waiting', { hasText: 'and one more' }).waitFor();
  await context.setOffline(false);
  await expect.poll(() => app.texts()).toEqual(['seen from the train', 'and one more']);
  await page.locator('.waiting').waitFor({ state: 'detached' });
});

test('with no page open the worker sends what waits', async () => {
  await context.setOffline(true);
  await share({ text: 'and put the phone away' });
  await page.locator('.waiting', { hasText: 'and put the phone away' }).waitFor();
  await page.close();
  expect(app.texts()).toEqual([]);
  await context.setOffline(false);
  await expect.poll(() => app.texts()).toEqual(['and put the phone away']);
});

test('a link from elsewhere only fills the box', async () => {
  const words = new URLSearchParams({ title: 'Rye bread', url: RYE });
  await page.goto(`${app.url}/add?${words}`);
  await page.locator('#capture:focus').waitFor();
  expect(await page.inputValue('#capture')).toBe(`Rye bread\n\n${RYE}`);
  expect(new URL(page.url()).search).toBe('');
  expect(app.texts()).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => app.texts()).toEqual([`Rye bread\n\n${RYE}`]);
});
