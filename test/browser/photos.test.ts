import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';

import { serveApp, type ServedApp } from '../kit/app.ts';
import { launchChromium } from '../kit/chromium.ts';
import { startFaultyProxy } from '../kit/faulty-proxy.ts';
import { photo, png } from '../kit/pictures.ts';

let browser: Awaited<ReturnType<typeof launchChromium>>;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

let app: ServedApp;
let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;
let context: BrowserContext;
let page: Page;
beforeEach(async () => {
  app = await serveApp();
  proxy = await startFaultyProxy(app.port);
  onTestFinished(async () => void (await proxy.stop()));
  context = await browser.newContext();
  onTestFinished(() => context.close());
  page = await context.newPage();
  await page.goto(proxy.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
});

const save = () => page.click('.composer button[type=submit]');
const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });

async function attach(...files: ReturnType<typeof jpeg>[]): Promise<void> {
  await page.setInputFiles('.attach input', files);
  await page
    .locator('.composer .attached li')
    .nth(files.length - 1)
    .waitFor();
}

interface WithImages {
  readonly slug: string;
  readonly kind: string;
  readonly images?: readonly { readonly url: string; readonly name: string }[];
}

async function pagesWithImages(): Promise<readonly WithImages[]> {
  const answer = await fetch(`${app.url}/api/recent`);
  return ((await answer.json()) as { pages: readonly WithImages[] }).pages;
}

test('photos are chosen, left out, saved, and shown small and large', async () => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security')) violations.push(message.text());
  });
  await attach(
    jpeg('hull.jpg', await photo(400, 300)),
    jpeg('mast.jpg', await photo(300, 300)),
    jpeg('dog.jpg', await photo(200, 300)),
  );
  await page.getByRole('button', { name: 'Leave out dog.jpg' }).click();
  await page.fill('#capture', 'Before the varnish');
  await save();
  await page.locator('.row', { hasText: 'Before the varnish' }).waitFor();
  expect(await page.locator('.composer .attached').count()).toBe(0);
  await shown('.row .thumb');
  await page.locator('.row-title').click();
  await page.locator('.pictures img').nth(1).waitFor();
  await shown('.pictures img');
  expect(await page.locator('.pictures img').first().getAttribute('alt')).toContain('hull.jpg');
  expect(violations).toEqual([]);
  const [saved] = await pagesWithImages();
  expect(saved?.images?.map(({ name }) => name)).toEqual(['hull.jpg', 'mast.jpg']);
});

/** Waits until a picture was really decoded. */
async function shown(selector: string): Promise<void> {
  await page.waitForFunction(
    (one) => (document.querySelector<HTMLImageElement>(one)?.naturalWidth ?? 0) > 0,
    selector,
  );
}

test('a photo without a network is kept whole over a reload, and sent once', async () => {
  const picture = await png(640, 480);
  await context.setOffline(true);
  await attach({ name: 'reef.png', mimeType: 'image/png', buffer: picture });
  await page.waitForTimeout(400);
  await page.reload();
  await page.locator('.composer .attached li').waitFor(); // the draft was kept, too
  await save();
  await page.locator('.waiting', { hasText: 'reef.png' }).waitFor();
  await page.reload();
  await page.locator('.waiting img').waitFor();
  expect(app.pages()).toEqual([]);
  await context.setOffline(false);
  await expect.poll(() => app.pages().length).toBe(1);
  await page.locator('.waiting').waitFor({ state: 'detached' });
  const pages = await pagesWithImages();
  expect(pages).toMatchObject([{ kind: 'photo', images: [{ name: 'reef.png' }] }]);
  const path = new URL(pages[0]?.images?.[0]?.url ?? '').pathname;
  const bytes = Buffer.from(await (await fetch(app.url + path)).arrayBuffer());
  expect(bytes.equals(picture)).toBe(true);
});

test('answers that are lost make no second page, and no second upload of what arrived', async () => {
  await attach(jpeg('hull.jpg', await photo(400, 300)), jpeg('mast.jpg', await photo(300, 300)));
  proxy.faults.push('answer lost', 'none', 503, 'none', 'answer lost');
  await save();
  for (let tries = 1; tries <= 8 && app.pages().length === 0; tries += 1) {
    await page.evaluate(() => void dispatchEvent(new Event('online')));
    await page.waitForTimeout(200);
  }
  await page.locator('.waiting').waitFor({ state: 'detached' });
  expect(proxy.faults).toEqual([]);
  expect((await pagesWithImages()).map(({ images }) => images?.length)).toEqual([2]);
  const paths = proxy.posts.map(({ path }) => path.replace('/api/', ''));
  const [hull, mast] = ['files?name=hull.jpg', 'files?name=mast.jpg'];
  expect(paths).toEqual([hull, hull, mast, mast, 'add', 'add']);
  expect(new Set(proxy.posts.flatMap(({ key = [] }) => key)).size).toBe(1);
});

test('files are pasted and dropped', async () => {
  for (const name of ['paste', 'drop']) {
    await page.evaluate((type) => {
      const data = new DataTransfer();
      data.items.add(new File(['%PDF-1.4\n'], `${type}.pdf`, { type: 'application/pdf' }));
      const event = new Event(type, { bubbles: true, cancelable: true });
      Object.defineProperty(event, type === 'paste' ? 'clipboardData' : 'dataTransfer', {
        value: data,
      });
      document.querySelector('#capture')?.dispatchEvent(event);
    }, name);
  }
  await page.locator('.attached li').nth(1).waitFor();
  await save();
  await page.locator('.row-title', { hasText: 'paste' }).click();
  await page.locator('.files a', { hasText: 'drop.pdf' }).waitFor();
});
