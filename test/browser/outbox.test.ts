import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { serveApp, type ServedApp } from '../kit/app.ts';
import { launchChromium, launchWithPast } from '../kit/chromium.ts';
import { startFaultyProxy } from '../kit/faulty-proxy.ts';
import { temporaryDirectory } from '../kit/scrap.ts';

let browser: Awaited<ReturnType<typeof launchChromium>>;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

let app: ServedApp;
let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;
beforeEach(async () => {
  app = await serveApp();
  proxy = await startFaultyProxy(app.port);
  onTestFinished(async () => void (await proxy.stop()));
});

async function freshContext(): Promise<BrowserContext> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  return context;
}

/** Opens the app and waits until its worker can answer without a network. */
async function open(context: BrowserContext, url = proxy.url): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}

async function capture(page: Page, text: string): Promise<void> {
  await page.fill('#capture', text);
  await page.click('.composer button[type=submit]');
}

/** What a phone does when it has a network again. */
function tellOnline(page: Page): Promise<void> {
  return page.evaluate(() => void dispatchEvent(new Event('online')));
}

function waitsWith(page: Page, text: string): Promise<void> {
  return page.locator('.waiting', { hasText: text }).waitFor();
}

describe('each capture becomes one page', () => {
  test('online, at once, and the box is empty before the answer', async () => {
    const page = await open(await freshContext());
    proxy.state.delay = 300;
    await capture(page, 'seen a heron');
    expect(await page.inputValue('#capture')).toBe('');
    await expect.poll(() => app.texts()).toEqual(['seen a heron']);
    expect(app.pages()[0]?.source).toBe('pwa');
    await page.locator('.row-title', { hasText: 'seen a heron' }).waitFor();
  });

  test('offline, over a reload, in order', async () => {
    const context = await freshContext();
    const page = await open(context);
    await context.setOffline(true);
    await capture(page, 'first of two');
    await waitsWith(page, 'first of two');
    await capture(page, `second of two 🐚 ${'x'.repeat(200_000)}`);
    await waitsWith(page, 'second of two');
    await page.reload();
    await waitsWith(page, '2 waiting to be sent');
    expect(app.pages()).toEqual([]);
    await context.setOffline(false);
    await expect
      .poll(() => app.texts().map((text) => text.slice(0, 16)))
      .toEqual(['first of two', 'second of two 🐚']);
    await page.locator('.waiting').waitFor({ state: 'detached' });
    expect(app.texts()[1]).toHaveLength(200_017);
    expect(new Set(proxy.posts.map(({ key }) => key)).size).toBe(2);
  });

  test('with the days that were meant when it was written', async () => {
    const context = await freshContext();
    const page = await open(context);
    await context.setOffline(true);
    const day = new Date(Date.now() - 7 * 86_400_000);
    await page.clock.setFixedTime(day);
    await page.fill('#capture', 'call the bank');
    await page.fill('.details input >> nth=1', 'in 3 days');
    await page.click('.composer button[type=submit]');
    await waitsWith(page, 'call the bank');
    await context.setOffline(false);
    await tellOnline(page);
    await expect.poll(() => app.texts()).toEqual(['call the bank']);
    day.setDate(day.getDate() + 3);
    expect(app.pages()[0]?.due).toBe(day.toLocaleDateString('sv'));
  });

  test('while the server is gone, also when the browser is closed meanwhile', async () => {
    const folder = temporaryDirectory();
    const before = await launchWithPast(folder);
    const page = await open(before, app.url);
    await app.stop();
    await capture(page, 'kept over everything');
    await waitsWith(page, 'The server does not answer');
    await before.close();

    const after = await launchWithPast(folder);
    onTestFinished(() => after.close());
    const again = await after.newPage();
    await again.goto(app.url);
    await waitsWith(again, 'kept over everything');
    await app.start();
    await tellOnline(again);
    await expect.poll(() => app.texts()).toEqual(['kept over everything']);
    await again.locator('.waiting').waitFor({ state: 'detached' });
  });

  test.each([
    ['its answer is lost, twice', 'answer lost'],
    ['the server is busy, twice', 503],
    ['the server fails, twice', 500],
  ] as const)('when %s', async (_name, fault) => {
    const page = await open(await freshContext());
    proxy.faults.push(fault, fault);
    await capture(page, 'sent three times');
    await waitsWith(page, 'sent three times');
    await tellOnline(page);
    // The worker may try, too.
    await expect.poll(() => proxy.posts.length).toBeGreaterThanOrEqual(2);
    await tellOnline(page);
    await page.locator('.waiting').waitFor({ state: 'detached' });
    expect(proxy.posts).toHaveLength(3);
    expect(new Set(proxy.posts.map(({ key }) => key)).size).toBe(1);
    expect(app.texts()).toEqual(['sent three times']);
  });

  test('but would be three pages if the server did not know its key', async () => {
    const page = await open(await freshContext());
    proxy.state.dropsKeys = true;
    proxy.faults.push('answer lost', 'answer lost');
    await capture(page, 'sent three times');
    await waitsWith(page, 'sent three times');
    await tellOnline(page);
    await expect.poll(() => proxy.posts.length).toBeGreaterThanOrEqual(2);
    await tellOnline(page);
    await page.locator('.waiting').waitFor({ state: 'detached' });
    expect(app.texts()).toEqual(Array.from({ length: 3 }, () => 'sent three times'));
  });

  test('with three tabs that all learn at once that the network is back', async () => {
    const context = await freshContext();
    const tabs = [await open(context), await open(context), await open(context)] as const;
    await context.setOffline(true);
    const texts = ['one', 'two', 'three', 'four', 'five'];
    for (const text of texts) {
      await capture(tabs[0], text);
      await waitsWith(tabs[0], text);
    }
    proxy.state.delay = 100;
    await context.setOffline(false);
    await Promise.all(tabs.map(tellOnline));
    await expect.poll(() => app.texts()).toEqual(texts);
    await Promise.all(tabs.map((tab) => tab.locator('.waiting').waitFor({ state: 'detached' })));
    expect(proxy.posts).toHaveLength(5);
  });
});

describe('what is refused', () => {
  test('stays with its reason, lets others pass, and can be written on', async () => {
    const page = await open(await freshContext());
    await page.fill('#capture', 'water the plants');
    await page.fill('.details input >> nth=1', 'blursday');
    await page.click('.composer button[type=submit]');
    await waitsWith(page, 'is not a day');
    await capture(page, 'another one');
    await expect.poll(() => app.texts()).toEqual(['another one']);
    await page.click('.waiting >> text=Go on writing');
    expect(await page.inputValue('#capture')).toBe('water the plants');
    await page.fill('.details input >> nth=1', 'tomorrow');
    await page.click('.composer button[type=submit]');
    await expect.poll(() => app.texts()).toEqual(['another one', 'water the plants']);
    await page.locator('.waiting').waitFor({ state: 'detached' });
  });

  test('as too long is not even queued: it stays in the box, with the way to add it', async () => {
    const page = await open(await freshContext());
    const text = 'a long paste '.repeat(700_000);
    await page.evaluate((value) => {
      const box = document.querySelector<HTMLTextAreaElement>('#capture');
      if (box === null) throw new Error('no box');
      box.value = value;
      box.dispatchEvent(new Event('input', { bubbles: true }));
    }, text);
    await page.click('.composer button[type=submit]');
    await page.locator('.problem', { hasText: '8.7 MB' }).waitFor();
    expect((await page.inputValue('#capture')).length).toBe(text.length);
    expect(proxy.posts).toEqual([]);
  });
});

test('a draft survives a reload', async () => {
  const page = await open(await freshContext());
  await page.fill('#capture', 'half a tho');
  await page.waitForTimeout(400);
  await page.reload();
  await expect.poll(() => page.inputValue('#capture')).toBe('half a tho');
});

test('what waits can be copied out', async () => {
  const context = await freshContext();
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: proxy.url });
  const page = await open(context);
  await context.setOffline(true);
  await capture(page, 'carry me\n\nelsewhere');
  await waitsWith(page, 'carry me');
  await page.click('.waiting >> text=Copy');
  await page.locator('.toast', { hasText: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('carry me\n\nelsewhere');
});
