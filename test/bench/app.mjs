import { existsSync } from 'node:fs';

import { chromium } from 'playwright-core';

import { startServe } from './server.mjs';

const TYPED = ['quixotarian', 'kler', 'presgren', 'grutan', 'kirbiras'];

/** From a key pressed in the search box to the rows it brings, in a real browser. Reported only. */
export async function benchApp(rows, stores) {
  const executablePath = process.env.SCRAP_CHROMIUM ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    process.stdout.write('app: not measured, there is no Chromium (SCRAP_CHROMIUM)\n');
    return;
  }
  const [size, store] = stores.at(-1);
  const serve = await startServe(store);
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${serve.port}/search`);
    await page.locator('#query').waitFor();
    const times = [];
    for (const word of TYPED) {
      await page.locator('#query').fill('');
      for (const letter of word) times.push(await keyToRows(page, letter));
    }
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.floor(times.length * share)] ?? Number.NaN;
    rows.add(`app: key to rows at ${size} pages, ms p50`, at(0.5));
    rows.add(`app: key to rows at ${size} pages, ms p95`, at(0.95), 100);
  } finally {
    await browser.close();
    serve.child.kill('SIGTERM');
  }
}

/** Until the answer to this key is in the page: the list or the word that there is nothing. */
async function keyToRows(page, letter) {
  const answered = page.waitForResponse((response) => response.url().includes('/api/search'));
  const began = performance.now();
  await page.keyboard.press(letter === ' ' ? 'Space' : letter);
  await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 1_000))]);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve())));
  return performance.now() - began;
}
