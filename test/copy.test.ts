import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { exportPieces, following, type Store } from '../src/store/index.ts';
import { putByModel } from '../src/store/pages/put-by-model.ts';
import type { PageRow } from '../src/store/pages/row.ts';
import { doing, exported, folderOf, newStore, OWNER, putFile } from './kit/pages.ts';

const AGENT = { ...OWNER, author: 'claude', client: 'laptop' } as const;

/** Brings `copy` up to `store`, as a pull does. */
async function pull(store: Store, copy: Store) {
  const { standNow, follow } = await following();
  const pieces = exportPieces(store, 'jsonl', standNow(copy));
  return follow(copy, bytes(pieces), 'the store', () => {});
}

async function* bytes(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

/** Everything in a store, and what is found in it. */
async function all(store: Store): Promise<unknown> {
  const found = await doing<{ pages: { slug: string }[] }>(store, 'search', { query: 'fern' });
  const tags = await doing(store, 'tags', {});
  const todos = await doing(store, 'todos', {});
  return { rows: await exported(store, 'jsonl'), found, tags, todos };
}

type Act = (store: Store, n: number) => Promise<unknown>;

const slugs = (store: Store) =>
  store.all<{ slug: string }>('SELECT slug FROM pages ORDER BY id').map(({ slug }) => slug);
const some = (store: Store, n: number) => {
  const all = slugs(store);
  return all[n % Math.max(all.length, 1)] ?? 'nothing';
};

/** What can happen to a store; an act may be refused. */
const ACTS: Readonly<Record<string, Act>> = {
  add: (store, n) =>
    doing(store, 'add', { text: `# Fern ${n}\n- [ ] water #t${n % 5}/a\n`, key: `k${n}` }),
  addByAgent: (store, n) => doing(store, 'add', { text: `seen [[Fern ${n}]]`, tags: ['b'] }, AGENT),
  append: (store, n) => doing(store, 'add', { text: `more ${n}`, to: some(store, n) }),
  edit: (store, n) =>
    doing(store, 'edit', { page: some(store, n), text: `# Other ${n}\n#u${n}\n` }),
  editMeta: (store, n) =>
    doing(store, 'edit_meta', { pages: [some(store, n)], title: `Called ${n}`, add_tags: ['c'] }),
  tick: (store, n) => doing(store, 'done', { page: some(store, n), line: 2 }),
  rename: (store, n) => doing(store, 'rename_tag', { from: `t${n % 5}`, to: `T${n % 5}` }),
  trash: (store, n) => doing(store, 'trash', { page: some(store, n) }),
  untrash: (store, n) => doing(store, 'untrash', { page: some(store, n) }),
  revert: (store, n) => doing(store, 'revert', { change: 1 + (n % 7) }),
  purge: (store, n) => doing(store, 'purge', { pages: [some(store, n)], yes: true }),
  save: (store, n) => doing(store, 'save_search', { name: `s${n}`, query: 'fern' }),
  sayByModel: async (store, n) => {
    const shown = store.get<PageRow>('SELECT * FROM pages ORDER BY id LIMIT 1 OFFSET ?', n % 3);
    if (shown === undefined) return;
    const said = { model: 'm', at: store.now() };
    store.write(() => putByModel(store, shown, { summary: `a fern, ${n}` }, said));
  },
  keep: (store, n) => doing(store, 'keep', { upto: n }),
};

describe('a copy of a store', () => {
  test('is equal to it after each pull, whatever was done meanwhile', async () => {
    const acts = fc.array(fc.tuple(fc.constantFrom(...Object.keys(ACTS)), fc.nat(30)), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 1, maxLength: 4 }), async (rounds) => {
        const [store, copy] = [newStore(), newStore()];
        for (const round of rounds) {
          for (const [name, n] of round) await ACTS[name]?.(store, n).catch(() => {});
          const { equal } = await pull(store, copy);
          expect(equal).toBe(true);
          expect(await all(copy)).toEqual(await all(store));
        }
      }),
      { numRuns: 25 },
    );
  });

  test('gets only what it lacks', async () => {
    const [store, copy] = [newStore(), newStore()];
    await doing(store, 'import', { dir: folderOf({ 'a.md': 'one', 'b.md': 'two', 'c.md': '3' }) });
    expect(await pull(store, copy)).toMatchObject({ pages: 3 });
    await doing(store, 'add', { text: 'four' });
    expect(await pull(store, copy)).toEqual({ pages: 1, anew: false, equal: true });
    expect(await pull(store, copy)).toEqual({ pages: 0, anew: false, equal: true });
  });

  test('is equal also where a long import was seen half done', async () => {
    const [store, copy] = [newStore(), newStore()];
    const files = Array.from({ length: 400 }, (_, i) => [`${i}.md`, `page ${i} #t${i}`]);
    const importing = doing(store, 'import', { dir: folderOf(Object.fromEntries(files)) });
    let half = 0;
    while (half === 0) {
      half = (await pull(store, copy)).pages;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(half).toBeLessThan(400);
    await importing;
    await doing(store, 'add', { text: 'later' });
    expect(await pull(store, copy)).toMatchObject({ anew: false, equal: true });
    expect(await all(copy)).toEqual(await all(store));
  });

  test('is made anew, with nothing left of before, when something was removed for ever', async () => {
    const [store, copy] = [newStore(), newStore()];
    await doing(store, 'add', { text: 'a secret word: xyzzyplugh', title: 'Secret' });
    await doing(store, 'add', { text: 'stays' });
    await pull(store, copy);
    await doing(store, 'trash', { page: 'secret' });
    await doing(store, 'purge', { pages: ['secret'], yes: true });
    expect(await pull(store, copy)).toEqual({ pages: 1, anew: true, equal: true });
    expect(await all(copy)).toEqual(await all(store));
    expect(readFileSync(copy.file, 'latin1')).not.toContain('xyzzyplugh');
  });

  test('is made anew when the store has another history by now', async () => {
    const [store, copy, other] = [newStore(), newStore(), newStore()];
    await doing(store, 'add', { text: 'one' });
    await pull(store, copy);
    await doing(other, 'add', { text: 'of another store' });
    await doing(other, 'add', { text: 'and one more' });
    expect(await pull(other, copy)).toEqual({ pages: 2, anew: true, equal: true });
    expect(await all(copy)).toEqual(await all(other));
  });

  test('is as it was where what comes is cut, changed or contradicts it', async () => {
    const [store, copy] = [newStore(), newStore()];
    await doing(store, 'add', { text: 'one' });
    await pull(store, copy);
    const before = await all(copy);
    await doing(store, 'add', { text: 'two' });
    const { standNow, follow } = await following();
    let whole = '';
    for await (const piece of exportPieces(store, 'jsonl', standNow(copy))) whole += piece;
    const odd = [
      whole.slice(0, -20),
      whole.replace('"two"', '"twi"'),
      whole.slice(whole.indexOf('\n') + 1),
      whole.replace('{"page":', '{"pages":'),
      '<html>',
      '',
    ];
    for (const text of odd) {
      async function* pieces() {
        yield Buffer.from(text);
      }
      await expect(follow(copy, pieces(), 'it', () => {})).rejects.toMatchObject({
        code: 'unreadable',
      });
      expect(await all(copy)).toEqual(before);
    }
  });

  test('has what YAML files say of the pages below them, also when only they change', async () => {
    const dir = folderOf({ 'index.yaml': 'tags: [one]\n', 'a.md': '# A\n' });
    const store = newStore();
    await doing(store, 'notebook_add', { dir });
    const copy = newStore();
    await pull(store, copy);
    expect(await doing(copy, 'read', { page: 'a' })).toMatchObject({ tags: ['one'] });
    putFile(dir, 'index.yaml', 'tags: [two]\n');
    await doing(store, 'notebook_sync', {});
    await pull(store, copy);
    expect(await doing(copy, 'read', { page: 'a' })).toMatchObject({ tags: ['two'] });
  });
});
