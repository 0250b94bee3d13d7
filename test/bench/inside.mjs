// What operations cost inside one process, so that nothing of a start is in the figures.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { median } from './measure.mjs';
import { RARE } from './notebook.mjs';

const { openStore, operations, perform } = createRequire(import.meta.url)(
  join(import.meta.dirname, '../../dist/store.cjs'),
);

const ME = { door: 'cli', author: 'me', source: 'cli', here: true };
const CLAUDE = { door: 'mcp', author: 'claude', source: 'mcp', client: 'bench', here: false };
const CHANGES = 1_000;

/** History and related pages, beside the plain work that they come on top of. */
export async function benchInside(rows, stores) {
  const growth = [];
  for (const [size, file] of stores) {
    const store = openStore(file);
    try {
      const search = await timesOf(store, 'search', { query: RARE });
      const like = await timesOf(store, 'search', { query: 'related:readable' });
      rows.add(`related pages, ${size}: CPU × a search for one word`, like / search, 4, us(like));
      const { changes } = await ask(store, 'changes', { limit: 1 });
      growth.push(await timesOf(store, 'changes', { after: changes[0].number - 1 }));
    } finally {
      store.close();
    }
  }
  const [small, large] = [growth[0], growth.at(-1)];
  const sizes = `${stores.at(-1)[0]} × at ${stores[0][0]}`;
  rows.add(`changes from a cursor: CPU at ${sizes}`, large / small, 1.5, us(large));
  await benchHistory(rows);
}

/** Adding with history beside the same rows alone, and taking a thousand changes back. */
async function benchHistory(rows) {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-bench-history-'));
  try {
    const store = openStore(join(folder, 'a.db'), { mayCreate: true });
    const text = (i) => `# Page ${i}\n\nsome words about ${i} and the rest of them #tag${i % 20}\n`;
    const began = process.hrtime.bigint();
    const since = new Date(Date.now() - 1000).toISOString();
    for (let i = 0; i < CHANGES; i++) await ask(store, 'add', { text: text(i) }, CLAUDE);
    const added = millisecondsSince(began);
    store.close();
    copyFileSync(join(folder, 'a.db'), join(folder, 'b.db'));

    const again = openStore(join(folder, 'b.db'));
    const reverting = process.hrtime.bigint();
    await ask(again, 'revert', { client: 'bench', since });
    const reverted = millisecondsSince(reverting);
    const left = (await ask(again, 'recent', { limit: 1 })).total;
    if (left !== 0) throw new Error(`${left} pages were left`);
    rows.add(`revert of ${CHANGES} changes: time × theirs`, reverted / added, 1.5);

    const bare = bareAdds(again, text);
    rows.add('add with history: time × page, text and index alone', added / bare, 1.6);
    again.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As many single writes of a page, its text and its words, each synced like any other. */
function bareAdds(store, text) {
  const began = process.hrtime.bigint();
  store.exec(`CREATE TABLE bare (id INTEGER PRIMARY KEY, slug TEXT UNIQUE, title TEXT, kind TEXT,
    author TEXT, source TEXT, created TEXT, updated TEXT, sha256 BLOB);
    CREATE TABLE bare_texts (id INTEGER PRIMARY KEY, text TEXT);
    CREATE VIRTUAL TABLE bare_words USING fts5 (title, tags, body, filters, content = '',
      contentless_delete = 1, prefix = '2 3');`);
  for (let i = 0; i < CHANGES; i++) {
    store.write(() => {
      const now = new Date().toISOString();
      const row = [i + 1, `page-${i}`, `Page ${i}`, 'note', 'claude', 'mcp', now, now, null];
      store.run('INSERT INTO bare VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)', ...row);
      store.run('INSERT INTO bare_texts VALUES (?, ?)', i + 1, text(i));
      const words = [i + 1, `Page ${i}`, `tag${i % 20}`, text(i), 'knote aclaude'];
      store.run(
        'INSERT INTO bare_words (rowid, title, tags, body, filters) VALUES (?, ?, ?, ?, ?)',
        ...words,
      );
    });
  }
  return millisecondsSince(began);
}

async function ask(store, name, input, caller = ME) {
  return perform(await operations[name](), store, input, caller);
}

/** The CPU of one call in µs: the median of rounds. */
async function timesOf(store, name, input) {
  const taken = [];
  for (let round = -1; round < 7; round++) {
    const before = process.cpuUsage();
    for (let i = 0; i < 20; i++) await ask(store, name, input);
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) taken.push((user + system) / 20);
  }
  return median(taken);
}

function millisecondsSince(began) {
  return Number(process.hrtime.bigint() - began) / 1e6;
}

function us(microseconds) {
  return `${microseconds.toFixed(0)} µs`;
}
