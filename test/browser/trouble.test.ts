import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';

import { openStore } from '../../src/store/index.ts';
import { serveApp, type ServedApp } from '../kit/app.ts';
import { launchChromium } from '../kit/chromium.ts';
import { startFaultyProxy } from '../kit/faulty-proxy.ts';

let browser: Awaited<ReturnType<typeof launchChromium>>;
beforeAll(async () => {
  // A name of this machine that no browser takes for secure.
  browser = await launchChromium(['--host-resolver-rules=MAP box.test 127.0.0.1']);
});
afterAll(() => browser.close());

let app: ServedApp;
beforeEach(async () => {
  app = await serveApp();
});

async function open(url: string, before?: () => void): Promise<Page> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  if (before !== undefined) await context.addInitScript(before);
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('h1').waitFor();
  return page;
}

async function edit(page: Page, text: string): Promise<void> {
  await page.click('[data-key=e]');
  await page.locator('.editor:focus').waitFor();
  await page.fill('.editor', text);
}

test('two tabs edit one page: the second sees both texts and chooses', async () => {
  await app.post('add', { text: 'as it was' });
  const [one, two] = [
    await open(`${app.url}/p/as-it-was`),
    await open(`${app.url}/p/as-it-was`),
  ] as const;
  await edit(one, 'from the first');
  await edit(two, 'from the second');
  await one.getByRole('button', { name: 'Save' }).click();
  await one.locator('.prose', { hasText: 'from the first' }).waitFor();
  await two.getByText('has changed elsewhere since you began').waitFor();
  await two.getByRole('button', { name: 'Save' }).click();

  await two.locator('.theirs', { hasText: 'from the first' }).waitFor();
  expect(await two.inputValue('.editor')).toBe('from the second');
  expect(app.texts()).toEqual(['from the first']);
  await two.fill('.editor', 'from both');
  await two.getByRole('button', { name: 'Save yours over it' }).click();
  await two.locator('.prose', { hasText: 'from both' }).waitFor();
  expect(app.texts()).toEqual(['from both']);
  expect(await two.locator('.waiting').count()).toBe(0);
});

test('an edit survives a reload, and a page that is trashed meanwhile', async () => {
  await app.post('add', { text: 'here today' });
  const page = await open(`${app.url}/p/here-today`);
  await edit(page, 'an hour of work');
  await page.waitForTimeout(400);
  await page.reload();
  await page.click('[data-key=e]');
  await expect.poll(() => page.inputValue('.editor')).toBe('an hour of work');
  await app.post('trash', { page: 'here-today' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.problem', { hasText: 'trash' }).waitFor();
  expect(await page.inputValue('.editor')).toBe('an hour of work');
  expect(app.texts()).toEqual(['here today']);
});

test('the server goes away in the middle of a save: the edit waits and is sent later', async () => {
  await app.post('add', { text: 'steady' });
  const page = await open(`${app.url}/p/steady`);
  await edit(page, 'steady as she goes');
  await app.stop();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.waiting', { hasText: 'The server does not answer' }).waitFor();
  await page.getByText('Offline.').waitFor();
  await app.start();
  await page.evaluate(() => void dispatchEvent(new Event('online')));
  await expect.poll(() => app.texts()).toEqual(['steady as she goes']);
  await page.locator('.waiting').waitFor({ state: 'detached' });
});

test('a slug that moved leads to the page, and the address becomes its own', async () => {
  await app.post('add', { text: '# New name\n\nsame page' });
  const store = openStore(app.file);
  store.run("INSERT INTO names (name, kind, page_id) SELECT 'old-name', 'former', id FROM pages");
  store.close();
  const page = await open(`${app.url}/p/old-name`);
  await page.waitForURL('**/p/new-name');
  await page.locator('.prose', { hasText: 'same page' }).waitFor();
});

test('where the browser stores nothing, it says so and writes all the same', async () => {
  const page = await open(app.url, () => {
    indexedDB.open = () => {
      throw new DOMException('no', 'SecurityError');
    };
  });
  await page.fill('#capture', 'from a private window');
  await page.click('.composer button[type=submit]');
  await expect.poll(() => app.texts()).toEqual(['from a private window']);
  await page.getByText('This browser keeps nothing for scrap').waitFor();
  await app.stop();
  await page.fill('#capture', 'and while the server was away');
  await page.click('.composer button[type=submit]');
  await page.locator('.waiting', { hasText: 'and while the server was away' }).waitFor();
  await app.start();
  await page.evaluate(() => void dispatchEvent(new Event('online')));
  await expect.poll(() => app.texts()[1]).toBe('and while the server was away');
});

test('over plain http on a name, it says what is missing and writes all the same', async () => {
  const proxy = await startFaultyProxy(app.port);
  onTestFinished(async () => void (await proxy.stop()));
  const page = await open(`http://box.test:${proxy.port}`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.getByText('Opened over plain http').waitFor();
  await page.fill('#capture', 'over plain http');
  await page.click('.composer button[type=submit]');
  await expect.poll(() => app.texts()).toEqual(['over plain http']);
  expect(proxy.posts[0]?.key).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  );
});

test('what was read can be read offline, and says that it is not of now', async () => {
  await app.post('add', { text: 'read before the tunnel' });
  await app.post('add', { text: 'never opened' });
  const page = await open(app.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The pages are fetched a while after the app was opened, when nobody waits for anything else.
  await expect.poll(() => keptPages(page)).toBe(2);
  await page.context().setOffline(true);
  await page.goto(`${app.url}/p/never-opened`);
  await page.locator('.prose', { hasText: 'never opened' }).waitFor();
  await page.getByText('Offline. You see what was kept').waitFor();
  await page.goto(`${app.url}/`);
  await page.locator('.row', { hasText: 'read before the tunnel' }).waitFor();
});

/** How many pages lie whole in the worker's cache. */
function keptPages(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const cache = await caches.open('pages');
    const answers = await cache.matchAll();
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    return texts.filter((text) => text.endsWith('}')).length;
  });
}

test('it can be installed', async () => {
  const page = await open(app.url);
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A private window, which every context here is, is the one thing that is in the way.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  const { errors, url } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(url).toBe(`${app.url}/manifest.webmanifest`);
});
