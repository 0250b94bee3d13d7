import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { exportPieces, type Store } from '../src/store/index.ts';
import { doing, exported, folderOf, newStore, OWNER } from './kit/pages.ts';
import { temporaryDirectory } from './kit/scrap.ts';

const importing = (store: Store, dir: string, more: object = {}) =>
  doing<{ added: number }>(store, 'import', { dir, ...more });

interface Metadata {
  readonly version: number;
  readonly files: Readonly<Record<string, Entry>>;
}
interface Entry {
  readonly title: string;
  readonly filePath: string;
  readonly parentNote?: string;
  readonly url: string;
  readonly meta: { readonly tags: readonly string[] } & Record<string, unknown>;
  readonly links: readonly {
    readonly unresolvedRelTarget: { readonly tag: string; readonly contents: unknown };
    readonly resolvedRelTarget: { readonly tag: string; readonly contents?: unknown };
  }[];
}
const metadataOf = async (store: Store) =>
  JSON.parse(await exported(store, 'metadata')) as Metadata;

describe('metadata', () => {
  test('has the shape of Emanote, with the URLs of the app', async () => {
    const dir = folderOf({
      'index.md': '# Home\nSee [[mcp]], ![[guide]] and [there](guide/mcp.md#top).\n',
      'guide.md':
        '---\norder: 2\ndraft: false\nzip: 02142\npage:\n  list: [1, a]\n---\n# Guide #start\n',
      'guide/mcp.md': '---\ntags: intro\n---\n[[nowhere]] [[twin]] [[#here]]\n',
      'guide/a/deep.md': 'Deep\n',
      'x/twin.md': 'One\n',
      'y/twin.md': 'Two\n',
    });
    const store = newStore({ publicUrl: 'https://scrap.example' });
    await importing(store, dir);
    const { version, files } = await metadataOf(store);
    expect(version).toBe(1);
    expect(Object.keys(files).toSorted()).toEqual([
      'guide.md',
      'guide/a/deep.md',
      'guide/mcp.md',
      'index.md',
      'x/twin.md',
      'y/twin.md',
    ]);
    const url = (slug: string) => `https://scrap.example/p/${slug}`;
    expect(files['index.md']).toEqual({
      title: 'Home',
      filePath: 'index.md',
      url: url('home'),
      meta: { tags: [] },
      links: [
        {
          unresolvedRelTarget: { tag: 'URTWikiLink', contents: ['WikiLinkNormal', 'mcp'] },
          resolvedRelTarget: { tag: 'RRTFound', contents: url('mcp') },
        },
        {
          unresolvedRelTarget: { tag: 'URTWikiLink', contents: ['WikiLinkEmbed', 'guide'] },
          resolvedRelTarget: { tag: 'RRTFound', contents: url('guide-start') },
        },
        {
          unresolvedRelTarget: {
            tag: 'URTResource',
            contents: [
              {
                tag: 'ModelRoute_LML',
                contents: ['LMLView_Html', { tag: 'LMLRoute_Md', contents: 'guide/mcp.md' }],
              },
            ],
          },
          resolvedRelTarget: { tag: 'RRTFound', contents: url('mcp') },
        },
      ],
    });
    expect(files['guide.md']).toMatchObject({
      parentNote: 'index.md',
      meta: { order: 2, draft: false, zip: '02142', page: { list: [1, 'a'] }, tags: ['start'] },
    });
    expect(files['guide/mcp.md']).toMatchObject({
      parentNote: 'guide.md',
      meta: { tags: ['intro'] },
    });
    expect(files['guide/mcp.md']?.links.map((link) => link.resolvedRelTarget)).toEqual([
      { tag: 'RRTMissing' },
      { tag: 'RRTAmbiguous', contents: [url('twin'), url('twin-2')] },
    ]);
    expect(files['guide/a/deep.md']).toMatchObject({ parentNote: 'guide.md' });
  });

  test('gives each page a key of its own', async () => {
    const store = newStore();
    expect(await metadataOf(store)).toEqual({ version: 1, files: {} });
    await doing(store, 'add', { text: '# a' });
    await importing(store, folderOf({ 'a.md': 'imported\n' }), { name: 'one' });
    expect(Object.keys((await metadataOf(store)).files).toSorted()).toEqual(['a-2.md', 'a.md']);
    await importing(store, folderOf({ 'a.md': 'imported\n', 'index.md': '' }), { name: 'two' });
    const { files } = await metadataOf(store);
    expect(Object.keys(files).toSorted()).toEqual(['a.md', 'one/a.md', 'two/a.md', 'two/index.md']);
    expect(files['two/a.md']).toMatchObject({ parentNote: 'two/index.md' });
    await doing(store, 'trash', { page: 'a' });
    expect(Object.keys((await metadataOf(store)).files)).not.toContain('a.md');
  });

  test('comes in pieces, between which others get their turn', async () => {
    const texts = Array.from({ length: 100 }, (_, i) => `page ${i}`);
    const store = newStore();
    for (let i = 0; i < 11; i += 1) await doing(store, 'add_many', { texts });
    let turns = 0;
    let pieces = 0;
    let ticking = true;
    const tick = () => {
      turns += 1;
      if (ticking) setImmediate(tick);
    };
    setImmediate(tick);
    for await (const _ of exportPieces(store, 'metadata')) pieces += 1;
    ticking = false;
    expect(pieces).toBe(4);
    expect(turns).toBeGreaterThanOrEqual(3);
  });
});

/** The pages of a content export, split as its head says. */
function splitContent(text: string): { path: string; title: string; url: string; text: string }[] {
  const boundary = /"=== page ([0-9a-f]{32}) ==="/.exec(text)?.[1] ?? '';
  const [, ...parts] = text
    .slice(0, text.lastIndexOf(`\n=== end ${boundary} ===`))
    .split(`\n=== page ${boundary} ===\n`);
  return parts.map((part) => {
    const head = part.indexOf('\n\n');
    const [path = '', title = '', url = ''] = part
      .slice(0, head)
      .split('\n')
      .map((line) => line.slice(line.indexOf(': ') + 2));
    return { path, title, url, text: part.slice(head + 2) };
  });
}

describe('content', () => {
  test('can be split again exactly, whatever is in the pages', async () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
      fc.constantFrom('=== page x ===', `=== page ${'0'.repeat(32)} ===`, '=== end ===', '', '---'),
    );
    const page = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n'));
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 5 }), async (texts) => {
        const store = newStore();
        for (const text of texts) await doing(store, 'add', { text, title: 'T' });
        const whole = await exported(store, 'content');
        expect(splitContent(whole).map(({ text }) => text)).toEqual(texts);
        expect(await exported(store, 'content')).toBe(whole);
      }),
      { numRuns: 25 },
    );
  });

  test('an earlier export that was added as a page is split from the others', async () => {
    const store = newStore();
    await doing(store, 'add', { text: 'first\n' });
    const first = await exported(store, 'content');
    await doing(store, 'add', { text: first, title: 'Export' });
    const pages = splitContent(await exported(store, 'content'));
    expect(pages).toEqual([
      {
        path: 'first.md',
        title: 'first',
        url: expect.stringMatching(/\/p\/first$/),
        text: 'first\n',
      },
      { path: 'export.md', title: 'Export', url: expect.anything(), text: first },
    ]);
  });
});

/** A store with something of everything. */
async function livedIn(): Promise<Store> {
  const store = newStore();
  const folder = folderOf({
    'a.md':
      '\uFEFF---\ntags: [Home, work/x]\ncreated: 2020-01-02\nzip: 02142\n---\n# A\n- [ ] do #b\n',
    'b.md': Buffer.from('\uFEFF[[a]] \u{1F421}\u2028\n', 'utf16le'),
    'gone.md': 'to the trash\n',
  });
  await importing(store, folder);
  await doing(store, 'add', { text: 'call Ann #home', due: '2026-12-24', tags: ['phone'] });
  await doing(store, 'add', { text: 'kept once', key: 'k1', origin: 'a test' });
  await doing(
    store,
    'add',
    { text: 'by an agent', key: 'k1' },
    { ...OWNER, author: 'claude', source: 'mcp', client: 'laptop' },
  );
  await doing(store, 'edit', { page: 'a', text: '# A, edited\n', revision: 1 });
  await doing(store, 'trash', { page: 'gone' });
  await doing(store, 'done', { page: 'call-ann-home' });
  const { id } = store.get<{ id: number }>("SELECT id FROM pages WHERE slug = 'a'") ?? {};
  store.run("INSERT INTO names (name, kind, page_id) VALUES ('former-a', 'former', ?)", id);
  return store;
}

function fileOf(text: string, name = 'all.jsonl'): string {
  const file = join(temporaryDirectory(), name);
  writeFileSync(file, text);
  return file;
}

describe('jsonl', () => {
  test('restores everything, so that exporting again gives the same file', async () => {
    const store = await livedIn();
    const file = await exported(store, 'jsonl');
    const copy = newStore();
    expect(await importing(copy, fileOf(file))).toMatchObject({ added: 6, files: 6 });
    expect(await exported(copy, 'jsonl')).toBe(file);
    for (const page of ['a', 'former-a', 'b', 'gone', 'call-ann-home', 'by-an-agent']) {
      expect(await doing(copy, 'read', { page })).toEqual(await doing(store, 'read', { page }));
    }
    for (const name of ['tags', 'todos', 'recent'] as const) {
      expect(await doing(copy, name, {})).toEqual(await doing(store, name, {}));
    }
    for (const query of ['ann', 'edited', 'is:trashed', '#home', 'is:claude']) {
      const found = (from: Store) => doing(from, 'search', { query });
      expect(await found(copy)).toEqual(await found(store));
    }
    expect(await metadataOf(copy)).toEqual(await metadataOf(store));
    const derived = ['tags', 'items', 'links', 'names', 'page_tags'].map((table) => [
      table,
      copy.get(`SELECT count(*) AS n FROM ${table}`),
    ]);
    expect(derived).toEqual(
      derived.map(([table]) => [table, store.get(`SELECT count(*) AS n FROM ${String(table)}`)]),
    );
  });

  test('brings the keys along, so that a retry after it is still the same write', async () => {
    const store = await livedIn();
    const copy = newStore();
    await importing(copy, fileOf(await exported(store, 'jsonl')));
    const retry = await doing(copy, 'add', { text: 'kept once', key: 'k1', origin: 'a test' });
    expect(retry).toMatchObject({ slug: 'kept-once', created: false });
    await expect(doing(copy, 'add', { text: 'other', key: 'k1' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('the import of the folder goes on where it was', async () => {
    const dir = folderOf({ 'a.md': 'A\n', 'b.md': 'B\n' });
    const store = newStore();
    await importing(store, dir);
    const copy = newStore();
    await importing(copy, fileOf(await exported(store, 'jsonl')));
    expect(await importing(copy, dir)).toMatchObject({ added: 0, unchanged: 2 });
  });

  test('is one state of the store, however long it takes', async () => {
    const store = await livedIn();
    const pieces = exportPieces(store, 'jsonl');
    let file = (await pieces.next()).value as string;
    const after = await exported(store, 'jsonl');
    await doing(store, 'add', { text: 'meanwhile' });
    await doing(store, 'edit', { page: 'b', text: 'meanwhile\n', revision: 1 });
    for await (const piece of pieces) file += piece;
    expect(file).toBe(after);
  });

  test('is only read into an empty store', async () => {
    const store = await livedIn();
    const file = fileOf(await exported(store, 'jsonl'));
    await expect(importing(store, file)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('--store'),
    });
    await expect(importing(newStore(), file, { name: 'x' })).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  const lines = (file: string) => file.trimEnd().split('\n');
  const edit = (from: RegExp, to: string) => (file: string) => {
    const changed = file.replace(from, to);
    if (changed === file) throw new Error(`nothing to edit: ${from}`);
    return changed;
  };
  test.each<[what: string, damage: (file: string) => string, says: string]>([
    ['its end is cut off', (file) => lines(file).slice(0, -1).join('\n'), 'its end is missing'],
    ['it is cut in a line', (file) => file.slice(0, file.length / 2), 'not JSON'],
    ['it is empty', () => '', 'its end is missing'],
    ['a line is missing', (file) => lines(file).toSpliced(3, 1).join('\n'), 'line'],
    ['it is something else', () => '{"a":1}\n', 'line 1 is not the first'],
    ['a list', () => '[]\n', 'line 1 is not an object'],
    ['binary', () => '\u0000\uFFFD\n', 'line 1 is not JSON'],
    ['it is newer', edit(/"version":1/, '"version":2'), 'newer scrap'],
    ['a text was changed', edit(/# A, edited/, '# A, forged'), 'another text'],
    ['a title was changed', edit(/"A, edited"/, '"A, forged"'), 'another was changed'],
    ['a page is there twice', edit(/(\{"page":.*\n)/, '$1$1'), 'contradicts'],
    ['a change is missing', edit(/\{"change":\{"number":2.*\n/, ''), 'contradicts'],
    ['a number is a text', edit(/"revision":1/, '"revision":"1"'), '"revision"'],
    ['a kind is none', edit(/"kind":"todo"/, '"kind":"joke"'), '"kind"'],
    ['there is a field more', edit(/\{"tag":\{/, '{"tag":{"x":1,'), '"x"'],
    ['there is a line more', edit(/\{"tag"/, '{"joke":{}}\n{"tag"'), 'of a kind'],
    ['it goes on', (file) => `${file}{"tag":{}}\n`, 'follows its last line'],
  ])('is refused where %s, and nothing of it stays', async (_, damage, says) => {
    const file = fileOf(damage(await exported(await livedIn(), 'jsonl')));
    const store = newStore();
    await expect(importing(store, file)).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining(says),
    });
    expect(store.get('SELECT count(*) AS n FROM pages')).toEqual({ n: 0 });
    expect(store.get('SELECT count(*) AS n FROM changes')).toEqual({ n: 0 });
    expect(store.get('SELECT count(*) AS n FROM tags')).toEqual({ n: 0 });
    // and the store still takes what it should
    expect(await doing(store, 'add', { text: 'fine' })).toMatchObject({ change: 1 });
  });

  test('a line as long as the longest page is read', async () => {
    const store = newStore();
    await doing(store, 'add', { text: `"\\\u0001${'x"'.repeat(2_000_000)}` });
    const file = await exported(store, 'jsonl');
    const copy = newStore();
    await importing(copy, fileOf(file));
    expect((await exported(copy, 'jsonl')) === file).toBe(true);
  });
});
