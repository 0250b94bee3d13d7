// Makes the app's PNG icons from its one SVG: node scripts/icons.mjs [path of Chrome or Chromium].
// Run by hand after the SVG has changed; the PNGs are kept in the repository, since a build has no
// browser to draw them with.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

const folder = join(import.meta.dirname, '../src/server/app/public/icons');
const svg = readFileSync(join(folder, 'scrap.svg'), 'utf8');
// Android cuts a maskable icon to a shape of its own, iOS rounds corners itself: both want the
// background up to the edges, and a maskable one its drawing within the middle 80 %.
const square = svg.replace('rx="112"', '');
const maskable = square.replace('<g transform="', '<g transform="translate(56 56) scale(.78) ');

const browser = await chromium.launch({
  executablePath: process.argv[2] ?? '/usr/bin/chromium',
  chromiumSandbox: process.getuid?.() !== 0,
});
for (const [name, source, size] of [
  ['scrap-192.png', svg, 192],
  ['scrap-512.png', svg, 512],
  ['maskable.png', maskable, 512],
  ['apple-touch.png', square, 180],
]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const image = Buffer.from(source).toString('base64');
  await page.setContent(
    `<body style="margin:0"><img width="${size}" src="data:image/svg+xml;base64,${image}">`,
  );
  await page.screenshot({ path: join(folder, name), omitBackground: true });
  await page.close();
}
await browser.close();
