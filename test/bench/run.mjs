// npm run bench [-- --sizes 422,10000,100000] [-- --only processes,serve,…]: what scrap costs, as
// ratios taken in one run. Stores are kept in SCRAP_BENCH_DIR (a temporary folder unless said).
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { benchApp } from './app.mjs';
import { benchExport } from './export.mjs';
import { benchFolder } from './folder.mjs';
import { benchInside } from './inside.mjs';
import { table } from './measure.mjs';
import { writeNotebook } from './notebook.mjs';
import { benchProcesses } from './processes.mjs';
import { benchServer } from './server.mjs';

const sizes = (flag('--sizes') ?? '422,10000,100000').split(',').map(Number);
const only = flag('--only')?.split(',');
const home = process.env.SCRAP_BENCH_DIR ?? mkdtempSync(join(tmpdir(), 'scrap-bench-'));
const scrap = join(import.meta.dirname, '../../bin/scrap.cjs');
mkdirSync(home, { recursive: true });

const rows = table();
const stores = sizes.map((size) => [size, storeOf(size)]);
if (wanted('processes')) benchProcesses(rows, stores);
if (wanted('server')) await benchServer(rows, stores);
if (wanted('export')) benchExport(rows, stores);
if (wanted('inside')) await benchInside(rows, stores);
if (wanted('folder')) benchFolder(rows, home, sizes.slice(-2));
if (wanted('app')) await benchApp(rows, stores);

const over = rows.over();
process.stdout.write(
  over.length === 0 ? '\nall within their bounds\n' : `\n${over.length} over their bounds\n`,
);
if (process.env.SCRAP_BENCH_DIR === undefined) rmSync(home, { recursive: true, force: true });

function storeOf(size) {
  const store = join(home, `${size}.db`);
  const facts = join(home, `${size}.json`);
  if (!existsSync(facts)) {
    const folder = join(home, `notebook-${size}`);
    const bytes = writeNotebook(folder, size);
    const began = process.hrtime.bigint();
    run('import', folder, '--name', 'bench', '--store', store);
    const seconds = Number(process.hrtime.bigint() - began) / 1e9;
    run('add', '--title', 'Readable', 'some words to read', '--store', store);
    writeFileSync(facts, JSON.stringify({ bytes, seconds }));
  }
  const { bytes, seconds } = JSON.parse(readFileSync(facts, 'utf8'));
  rows.add(`import of ${size} files: files per second`, size / seconds);
  rows.add(
    `store of ${size} pages: size × text`,
    statSync(store).size / bytes,
    size < 1000 ? undefined : 3.6,
  );
  return store;
}

function run(...args) {
  const { status, stderr } = spawnSync(process.execPath, [scrap, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`scrap ${args[0]} ended with ${status}: ${stderr}`);
}

function wanted(part) {
  return only === undefined || only.includes(part);
}

function flag(name) {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
}
