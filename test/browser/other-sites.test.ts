import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';

import { serveApp, type ServedApp } from '../kit/app.ts';
import { launchChromium } from '../kit/chromium.ts';
import { startAttacker, startVictim } from './hostile-page.ts';

const NAMES = ['evil.test', 'rebind.test'];

let browser: Awaited<ReturnType<typeof launchChromium>>;
beforeAll(async () => {
  const rules = NAMES.map((name) => `MAP ${name} 127.0.0.1`).join(',');
  browser = await launchChromium([
    `--host-resolver-rules=${rules}`,
    // The newest browsers ask before a site may talk to this machine; older ones do not.
    '--disable-features=LocalNetworkAccessChecks',
  ]);
});
afterAll(() => browser.close());

const SECRET = 'the SECRET of the kelp';
let app: ServedApp;
let attacker: Awaited<ReturnType<typeof startAttacker>>;
beforeEach(async () => {
  app = await serveApp();
  await app.post('add', { text: SECRET });
  attacker = await startAttacker();
  onTestFinished(async () => void (await attacker.stop()));
});

/** Opens the attacking page, lets it do all it can, and gives what it got, a line an attack. */
async function attack(target: string): Promise<string[]> {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(`http://evil.test:${attacker.port}/#${encodeURIComponent(target)}`);
  await page.waitForFunction(() => document.body.dataset['done'] === 'yes');
  return page.evaluate(() => [...document.querySelectorAll('p')].map((line) => line.innerText));
}

test('what a page of another site tries reaches a server without a guard', async () => {
  const victim = await startVictim();
  onTestFinished(async () => void (await victim.stop()));
  const got = await attack(`http://127.0.0.1:${victim.port}`);
  expect(victim.reached.size).toBeGreaterThanOrEqual(19);
  expect(got.filter((line) => line.includes('SECRET')).length).toBeGreaterThanOrEqual(3);
});

test.each([['127.0.0.1'], ['localhost']])(
  'it reads nothing from %s and writes nothing to it',
  async (name) => {
    const got = await attack(`http://${name}:${app.port}`);
    expect(got).toHaveLength(21);
    expect(got.filter((line) => /SECRET|loaded|open|slug/.test(line))).toEqual([]);
    expect(app.texts()).toEqual([SECRET]);
  },
);

test('neither does one whose name comes to mean this machine', async () => {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  // What the attacker's own server answered, before the name was pointed elsewhere.
  const origin = `http://rebind.test:${app.port}`;
  await page.route(`${origin}/start`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>hello' }),
  );
  await page.goto(`${origin}/start`);
  const got = await page.evaluate(async () => {
    const json = { 'content-type': 'application/json' };
    const answers = [
      await fetch('/api/recent'),
      await fetch('/api/page/the-secret-of-the-kelp'),
      await fetch('/api/search?query=kelp'),
      await fetch('/'),
      await fetch('/api/add', { method: 'POST', headers: json, body: '{"text":"rebound"}' }),
      await fetch('/mcp', { method: 'POST', headers: json, body: '{}' }),
    ];
    return Promise.all(
      answers.map(async (answer) => [answer.status, await answer.text()] as const),
    );
  });
  expect(got.map(([status]) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  expect(got.map(([, text]) => text).join()).not.toContain('SECRET');
  expect(app.texts()).toEqual([SECRET]);
});

test('a link from another site opens the page, and tells that site nothing', async () => {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`http://evil.test:${attacker.port}/links`);
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate((url) => {
      const link = Object.assign(document.createElement('a'), { href: url, target: '_blank' });
      link.rel = 'opener';
      document.body.append(link);
      link.click();
    }, `http://localhost:${app.port}/p/the-secret-of-the-kelp`),
  ]);
  await opened.locator('.prose', { hasText: SECRET }).waitFor();
  expect(await opened.evaluate(() => window.opener === null)).toBe(true);
});
