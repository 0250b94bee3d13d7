import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { SyncAnswer } from '../src/store/notebooks/sync.ts';
import type { Store } from '../src/store/index.ts';
import { agent, APP } from './kit/callers.ts';
import { doing, exported, folderOf, newStore, putFile } from './kit/pages.ts';
import { temporaryDirectory } from './kit/scrap.ts';

const GARDEN = {
  'index.md': '# Garden\n[[roses]] #plants',
  'roses.md': '---\ntitle: Roses\n---\n- [ ] prune\n',
  'guide/soil.md': 'Soil is everything.',
};

interface Read {
  slug: string;
  text: string;
  revision: number;
  tags: string[];
  trashed?: string;
  path?: string;
  author: string;
  source: string;
}

/** A store whose clock the test moves, and a notebook in it. */
async function mirrored(files: Readonly<Record<string, string>> = GARDEN) {
  const clock = { now: new Date('2026-11-30T12:00:00Z') };
  const store = newStore({ now: () => clock.now });
  const folder = folderOf(files);
  const added = await doing<SyncAnswer>(store, 'notebook_add', { dir: folder, name: 'garden' });
  return { store, folder, clock, added };
}

async function sync(store: Store): Promise<SyncAnswer> {
  const { notebooks } = await doing<{ notebooks: SyncAnswer[] }>(store, 'notebook_sync', {});
  const [only, ...others] = notebooks;
  if (only === undefined || others.length > 0) throw new Error('there is not one notebook');
  return only;
}

const read = (store: Store, page: string) => doing<Read>(store, 'read', { page });

async function revisionsOf(store: Store, page: string): Promise<number> {
  const { revisions } = await doing<{ revisions: unknown[] }>(store, 'revisions', { page });
  return revisions.length;
}

describe('a notebook is mirrored', () => {
  test('as one change, quietly, by nobody', async () => {
    const { store, folder, added } = await mirrored();
    expect(added).toMatchObject({ name: 'garden', folder, files: 3, added: 3, change: 1 });
    expect(await read(store, 'roses')).toMatchObject({
      author: 'import',
      source: 'notebook',
      path: 'roses.md',
    });
    expect(await doing(store, 'recent', {})).toMatchObject({ pages: [] });
    const { changes } = await doing<{ changes: unknown[] }>(store, 'changes', {});
    expect(changes).toMatchObject([{ operation: 'sync', count: 3 }]);
  });

  test('and read again only where it changed', async () => {
    const { store, folder } = await mirrored();
    expect(await sync(store)).toMatchObject({ unchanged: 3, added: 0, changed: 0 });
    expect(await sync(store)).not.toHaveProperty('change');
    putFile(folder, 'roses.md', 'other words');
    putFile(folder, 'tulips.md', 'new');
    expect(await sync(store)).toMatchObject({ unchanged: 2, added: 1, changed: 1, change: 2 });
    expect((await read(store, 'roses')).text).toBe('other words');
    expect(await doing(store, 'recent', {})).toMatchObject({ total: 2 });
  });

  test('files that go take their pages to the trash, and bring them back', async () => {
    const { store, folder } = await mirrored();
    const { slug } = await read(store, 'guide/soil.md');
    rmSync(join(folder, 'guide'), { recursive: true });
    expect(await sync(store)).toMatchObject({ trashed: 1, change: 2 });
    expect(await read(store, slug)).toHaveProperty('trashed');
    putFile(folder, 'guide/soil.md', 'Soil, again.');
    await sync(store);
    const again = await read(store, slug);
    expect(again).toMatchObject({ text: 'Soil, again.', path: 'guide/soil.md' });
    expect(again).not.toHaveProperty('trashed');
  });

  test('a folder that is not there, or is empty, trashes nothing', async () => {
    const { store, folder } = await mirrored();
    renameSync(folder, `${folder}.away`);
    expect(await sync(store)).toMatchObject({ missing: true, trashed: 0 });
    mkdirSync(folder);
    expect(await sync(store)).toMatchObject({ missing: true, trashed: 0 });
    rmSync(folder, { recursive: true });
    renameSync(`${folder}.away`, folder);
    expect(await sync(store)).toMatchObject({ unchanged: 3, trashed: 0 });
  });
});

describe('a renamed file keeps its page', () => {
  test('with slug, history and tags of its own', async () => {
    const { store, folder } = await mirrored();
    await doing(store, 'edit_meta', { pages: ['roses'], add_tags: ['mine'] });
    const before = await read(store, 'roses');
    mkdirSync(join(folder, 'beds'));
    renameSync(join(folder, 'roses.md'), join(folder, 'beds/old roses.md'));
    expect(await sync(store)).toMatchObject({ moved: 1, added: 0, trashed: 0 });
    const after = await read(store, 'roses');
    expect(after).toMatchObject({ path: 'beds/old roses.md', text: before.text, tags: ['mine'] });
    expect(await revisionsOf(store, 'roses')).toBe(3);
    const { links } = await doing<{ links: object[] }>(store, 'read', { page: 'index.md' });
    expect(links).toMatchObject([{ slug: 'roses' }]);
    // from then on it is the page of that file
    putFile(folder, 'beds/old roses.md', 'pruned');
    expect(await sync(store)).toMatchObject({ changed: 1, added: 0 });
    expect((await read(store, 'roses')).text).toBe('pruned');
  });

  test('also when it was gone for a moment', async () => {
    const { store, folder, clock } = await mirrored();
    renameSync(join(folder, 'roses.md'), `${folder}.roses`);
    await sync(store);
    clock.now = new Date('2026-11-30T12:05:00Z');
    renameSync(`${folder}.roses`, join(folder, 'rosa.md'));
    expect(await sync(store)).toMatchObject({ moved: 1, added: 0 });
    expect(await read(store, 'roses')).toMatchObject({ path: 'rosa.md' });
  });

  test('and of several with the same bytes, the one of that name', async () => {
    const { store, folder } = await mirrored({
      'a/one.md': '',
      'a/two.md': '',
      'b/three.md': 'x',
      'b/four.md': 'x',
    });
    const slugs = await Promise.all(
      ['a/one.md', 'a/two.md', 'b/three.md', 'b/four.md'].map((path) => read(store, path)),
    );
    renameSync(join(folder, 'a'), join(folder, 'c'));
    renameSync(join(folder, 'b'), join(folder, 'd'));
    expect(await sync(store)).toMatchObject({ moved: 4, added: 0, trashed: 0 });
    const after = await Promise.all(
      ['c/one.md', 'c/two.md', 'd/three.md', 'd/four.md'].map((path) => read(store, path)),
    );
    expect(after.map(({ slug }) => slug)).toEqual(slugs.map(({ slug }) => slug));
  });

  test('but a new empty file is no page that was lost', async () => {
    const { store, folder } = await mirrored({ 'one.md': '', 'two.md': 'x' });
    rmSync(join(folder, 'one.md'));
    putFile(folder, 'Untitled.md', '');
    expect(await sync(store)).toMatchObject({ moved: 0, added: 1, trashed: 1 });
  });
});

describe('saves within ten minutes', () => {
  test('are one revision, which gives back what was before them', async () => {
    const { store, folder, clock } = await mirrored();
    const first = (await read(store, 'roses')).text;
    clock.now = new Date('2026-11-30T13:00:00Z');
    for (const minute of [0, 3, 6, 9]) {
      clock.now = new Date(Date.parse('2026-11-30T13:00:00Z') + minute * 60_000);
      putFile(folder, 'roses.md', `minute ${minute}`);
      await sync(store);
    }
    expect(await revisionsOf(store, 'roses')).toBe(2);
    const { text, revision } = await read(store, 'roses');
    expect(text).toBe('minute 9');
    const replaced = store.get<{ text: string }>(
      'SELECT text FROM revisions WHERE change = ?',
      revision,
    );
    expect(replaced?.text).toBe(first);
    clock.now = new Date('2026-11-30T13:10:00Z');
    putFile(folder, 'roses.md', 'minute 10');
    await sync(store);
    expect(await revisionsOf(store, 'roses')).toBe(3);
    const counted = store.all<{ pages: number; n: number }>(
      'SELECT pages, (SELECT count(*) FROM revisions WHERE change = number) AS n FROM changes',
    );
    for (const { pages, n } of counted) expect(pages).toBe(n);
  });

  test('are two where somebody else changed the page in between', async () => {
    const { store, folder } = await mirrored();
    putFile(folder, 'roses.md', 'one');
    await sync(store);
    await doing(store, 'edit_meta', { pages: ['roses'], add_tags: ['mine'] });
    putFile(folder, 'roses.md', 'two');
    await sync(store);
    expect(await revisionsOf(store, 'roses')).toBe(3);
    expect((await read(store, 'roses')).tags).toEqual(['mine']);
  });
});

describe('a mirrored page belongs to its file', () => {
  test.each<[operation: Parameters<typeof doing>[1], input: object]>([
    ['edit', { page: 'roses', text: 'x', revision: 1 }],
    ['add', { text: 'x', to: 'roses' }],
    ['trash', { page: 'roses' }],
    ['done', { page: 'roses', line: 4 }],
    ['edit_meta', { pages: ['roses'], status: 'done' }],
    ['edit_meta', { pages: ['roses'], title: 'x', add_tags: ['a'] }],
    ['purge', { pages: ['roses'], yes: true }],
    ['revert', { page: 'roses', change: 1 }],
  ])('%s is refused', async (operation, input) => {
    const { store } = await mirrored();
    await expect(doing(store, operation, input)).rejects.toMatchObject({
      code: 'refused',
      details: { reason: 'mirrored' },
    });
    expect((await read(store, 'roses')).text).toBe(GARDEN['roses.md']);
  });

  test('tags lie beside it, from the owner as from agents', async () => {
    const { store } = await mirrored();
    await doing(store, 'edit_meta', { pages: ['roses'], add_tags: ['red'] });
    await doing(store, 'edit_meta', { pages: ['roses'], add_tags: ['old'] }, agent('x'));
    await doing(store, 'rename_tag', { from: 'plants', to: 'garden/plants' });
    expect(await read(store, 'roses')).toMatchObject({
      text: GARDEN['roses.md'],
      tags: ['old', 'red'],
    });
    expect(await read(store, 'index.md')).toMatchObject({
      text: GARDEN['index.md'],
      tags: ['garden/plants'],
    });
    await doing(store, 'revert', { author: 'claude', since: '1' });
    expect((await read(store, 'roses')).tags).toEqual(['red']);
  });

  test.each([['an agent', agent()] as const, ['the app', APP] as const])(
    'and %s keeps no notebooks',
    async (_, caller) => {
      const { store } = await mirrored();
      const asked = doing(store, 'notebook_sync', {}, { ...caller, door: 'cli' });
      await expect(asked).rejects.toMatchObject({ code: 'refused' });
    },
  );
});

describe('a notebook with ticks', () => {
  const bytesOf = (folder: string, path: string) => readFileSync(join(folder, path));

  async function ticking(content: string | Uint8Array) {
    const store = newStore();
    const folder = folderOf({ 'todo.md': content });
    await doing(store, 'notebook_add', { dir: folder, name: 'garden', ticks: true });
    return { store, folder };
  }

  test.each<[name: string, content: string | Uint8Array, byte: number]>([
    ['LF', '# A\n- [ ] prune\n- [ ] \u{1F339}\n', 7],
    ['CRLF and a byte order mark', '\uFEFF# A\r\n- [ ] prune', 11],
    ['UTF-16', Buffer.from('\uFEFF# A\n- [ ] prune', 'utf16le'), 16],
  ])('changes one character of a file: %s', async (_, content, byte) => {
    const { store, folder } = await ticking(content);
    const before = bytesOf(folder, 'todo.md');
    const ticked = await doing(store, 'done', { page: 'a', line: 2, expect: 'prune' });
    expect(ticked).toMatchObject({ author: 'import', source: 'notebook' });
    const after = bytesOf(folder, 'todo.md');
    const changed = [...after.keys()].filter((i) => after[i] !== before[i]);
    expect([after.length, ...changed]).toEqual([before.length, byte]);
    expect(String.fromCharCode(after[byte] ?? 0)).toBe('x');
    expect(await sync(store)).toMatchObject({ unchanged: 1, changed: 0 });
    await doing(store, 'reopen', { page: 'a', line: 2 });
    expect(bytesOf(folder, 'todo.md').equals(before)).toBe(true);
  });

  test('leaves a file that has changed, and its page', async () => {
    const { store, folder } = await ticking('# A\n- [ ] prune\n');
    putFile(folder, 'todo.md', '# A\n- [ ] water\n');
    await expect(doing(store, 'done', { page: 'a', line: 2 })).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'text_moved' },
    });
    expect(bytesOf(folder, 'todo.md').toString()).toBe('# A\n- [ ] water\n');
    expect((await read(store, 'a')).text).toBe('# A\n- [ ] prune\n');
  });

  test('follows no link out of its folder', async () => {
    const { store, folder } = await ticking('# A\n- [ ] prune\n');
    const outside = join(temporaryDirectory(), 'victim.md');
    writeFileSync(outside, '# A\n- [ ] prune\n');
    rmSync(join(folder, 'todo.md'));
    symlinkSync(outside, join(folder, 'todo.md'));
    const ticked = doing(store, 'done', { page: 'a', line: 2 });
    await expect(ticked).rejects.toMatchObject({ code: 'conflict' });
    expect(readFileSync(outside, 'utf8')).toBe('# A\n- [ ] prune\n');
  });

  test('lets nobody else write, nor anything but ticks', async () => {
    const { store, folder } = await ticking('# A\n- [ ] prune\n');
    const byAgent = doing(store, 'done', { page: 'a', line: 2 }, { ...agent(), door: 'cli' });
    await expect(byAgent).rejects.toMatchObject({ code: 'refused' });
    for (const [operation, input] of [
      ['edit', { page: 'a', text: 'x', revision: 1 }],
      ['trash', { page: 'a' }],
    ] as const) {
      await expect(doing(store, operation, input)).rejects.toMatchObject({ code: 'refused' });
    }
    expect(bytesOf(folder, 'todo.md').toString()).toBe('# A\n- [ ] prune\n');
  });
});

describe('a notebook', () => {
  test('is there once', async () => {
    const { store, folder } = await mirrored();
    for (const input of [
      { dir: folder, name: 'other' },
      { dir: temporaryDirectory(), name: 'garden' },
    ]) {
      await expect(doing(store, 'notebook_add', input)).rejects.toMatchObject({ code: 'conflict' });
    }
    const copy = doing(store, 'import', { dir: folder, name: 'garden' });
    await expect(copy).rejects.toMatchObject({ code: 'conflict' });
  });

  test('takes over what was imported of it', async () => {
    const store = newStore();
    const folder = folderOf(GARDEN);
    await doing(store, 'import', { dir: folder });
    putFile(folder, 'roses.md', 'changed');
    const added = await doing<SyncAnswer>(store, 'notebook_add', { dir: folder });
    expect(added).toMatchObject({ name: 'notes', unchanged: 2, changed: 1, added: 0 });
  });

  test('that is removed trashes its pages as one change, which can be taken back', async () => {
    const { store } = await mirrored();
    const removed = await doing(store, 'notebook_remove', { name: 'garden' });
    expect(removed).toMatchObject({ pages: 3, change: 2 });
    expect(await read(store, 'roses')).toHaveProperty('trashed');
    expect(await doing(store, 'notebook_list', {})).toEqual({ notebooks: [] });
    await doing(store, 'revert', { change: 2 });
    expect(await read(store, 'roses')).not.toHaveProperty('trashed');
  });

  test('that is removed but kept leaves pages like imported ones', async () => {
    const { store, folder } = await mirrored();
    await doing(store, 'notebook_remove', { name: 'garden', keep: true });
    const { revision } = await read(store, 'roses');
    await doing(store, 'edit', { page: 'roses', text: 'mine now', revision });
    putFile(folder, 'roses.md', 'theirs');
    putFile(folder, 'index.md', 'changed');
    const report = await doing(store, 'import', { dir: folder, name: 'garden' });
    expect(report).toMatchObject({ changed: 1, conflicts_total: 1, unchanged: 1 });
    expect((await read(store, 'roses')).text).toBe('mine now');
  });

  test('goes through a jsonl export', async () => {
    const { store, folder } = await mirrored();
    const whole = await exported(store, 'jsonl');
    const other = newStore();
    const file = join(temporaryDirectory(), 'all.jsonl');
    putFile(join(file, '..'), 'all.jsonl', whole);
    await doing(other, 'import', { dir: file });
    expect(await exported(other, 'jsonl')).toBe(whole);
    expect(await doing(other, 'notebook_list', {})).toMatchObject({
      notebooks: [{ name: 'garden', folder, pages: 3 }],
    });
    expect(await sync(other)).toMatchObject({ unchanged: 3 });
  });
});
