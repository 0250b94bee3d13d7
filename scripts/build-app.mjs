// Builds the app and the page of help that it links to, sees to it that it stays small, and lays a
// packed form beside each of its files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import MarkdownIt from 'markdown-it';
import { build } from 'vite';

const config = join(import.meta.dirname, '../src/server/app/vite.config.ts');

/** What each part may weigh when packed with gzip, in bytes: a phone on a slow network waits for it. */
const LIMITS = [
  { part: 'JavaScript', files: /^assets\/.*\.js$/, most: 30 * 1024 },
  { part: 'CSS', files: /^assets\/.*\.css$/, most: 8 * 1024 },
  { part: 'service worker', files: /^sw\.js$/, most: 12 * 1024 },
];

/** Builds into `folder`. Throws when a part is missing or larger than it may be. */
export async function buildApp(folder) {
  await build({ configFile: config, build: { outDir: folder } });
  writeFileSync(join(folder, 'phone.html'), helpPage(folder, 'phone.md'));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const packed = new Map(files.map((file) => [file, pack(join(folder, file))]));
  for (const { part, files: wanted, most } of LIMITS) {
    const sizes = [...packed].filter(([file]) => wanted.test(file)).map(([, size]) => size);
    const size = sizes.reduce((sum, each) => sum + each, 0);
    if (size === 0) throw new Error(`the app was built without its ${part}`);
    if (size > most) throw new Error(`the app's ${part} has ${size} bytes packed, over ${most}`);
  }
}

/** A page of docs/ as a document in the app's own looks. */
function helpPage(folder, name) {
  const text = readFileSync(join(import.meta.dirname, '../docs', name), 'utf8');
  const style = readdirSync(join(folder, 'assets')).find((file) => file.endsWith('.css'));
  // What scrolls sideways must be reachable from the keyboard.
  const body = new MarkdownIt().render(text).replaceAll('<pre>', '<pre tabindex="0">');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${/^# (.*)/.exec(text)?.[1]}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <link rel="icon" href="/icons/scrap.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/assets/${style}" />
  </head>
  <body>
    <div id="app">
      <header class="top"><a class="wordmark" href="/">scrap</a></header>
      <main><article class="view prose">${body}</article></main>
    </div>
  </body>
</html>
`;
}

/** Writes the packed forms of a file that gains by it; gives its size with gzip. */
function pack(file) {
  const plain = readFileSync(file);
  const gzip = gzipSync(plain, { level: 9 });
  if (extname(file) !== '.png') {
    writeFileSync(`${file}.gz`, gzip);
    writeFileSync(`${file}.br`, brotliCompressSync(plain));
  }
  return gzip.length;
}
