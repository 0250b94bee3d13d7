// Builds the app, sees to it that it stays small, and lays a packed form beside each of its files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

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
