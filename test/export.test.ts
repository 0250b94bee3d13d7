import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { makeChange } from '../src/store/history/change.ts';
import { contentOf, storedContent } from '../src/store/pages/content.ts';
import { findPage } from '../src/store/pages/find.ts';
import type { Overlay } from '../src/store/pages/overlay.ts';
import { type Birth, insertPage, replacePage } from '../src/store/pages/save.ts';
import type { Store } from '../src/store/index.ts';
import { doing, folderOf, newStore, OWNER } from './kit/pages.ts';
import { temporaryDirectory } from './kit/scrap.ts';

interface Exported {
  readonly dir: string;
  readonly files: number;
  readonly amended: number;
}

const importing = (store: Store, dir: string, more: object = {}) =>
  doing(store, 'import', { dir, ...more });
const exporting = (store: Store, dir: string, more: object = {}) =>
  doing<Exported>(store, 'export', { dir, ...more });
const newFolder = () => join(temporaryDirectory(), 'out');

/** Every file below a folder by its path, as bytes in Latin-1, so that differences can be read. */
function filesOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    paths
      .filter((path) => statSync(join(folder, path)).isFile())
      .toSorted()
      .map((path) => [path, readFileSync(join(folder, path), 'latin1')]),
  );
}

/** What an agent sets: an overlay beside the text. */
async function overlaying(store: Store, slug: string, overlay: Overlay): Promise<void> {
  const row = findPage(store, slug);
  const content = await storedContent(store, row, { overlay });
  const agent = { ...OWNER, author: 'claude' } as const;
  makeChange(store, agent, { operation: 'edit_meta' }, (change) =>
    replacePage(store, change, row, content),
  );
}

/** A page as a file of somebody else could bring it. */
async function inserting(store: Store, text: string, birth: Birth): Promise<void> {
  const content = await contentOf(store, text, { path: birth.path ?? null, at: store.now() });
  makeChange(store, OWNER, { operation: 'add' }, (change) =>
    insertPage(store, change, content, birth),
  );
}

describe('pages of a folder', () => {
  test('leave it byte for byte, under their own paths', async () => {
    const files = {
      'plain.md': '# Plain\n',
      'no-end.md': 'no line end',
      'crlf.md': '---\r\ntitle: "x"   # said\r\n---\r\nText\r\n',
      'cr.md': '# Title\rOne\rTwo\r',
      'bom.md': '\uFEFF---\ntags: [a]\n---\nText\n',
      'utf16le.md': Buffer.from('\uFEFF# Sm\u00f6rbr\u00f6d\r\n', 'utf16le'),
      'utf16be.md': Buffer.from('\uFEFF# Sm\u00f6rbr\u00f6d\r\n', 'utf16le').swap16(),
      'empty.md': '',
      'broken.md': '---\na: [\n---\nText\n',
      'js.md': '---js\nprocess.exit(1)\n---\nText\n',
      'deep/er/note.org': '#+TITLE: Org\n* Head\n',
      'escape-+ #%20[].MARKDOWN': 'odd name\n',
      'u\u0308ber.md': 'decomposed\n',
      '-dash.md': 'dash\n',
    };
    const dir = folderOf(files);
    const store = newStore();
    await importing(store, dir);
    const out = newFolder();
    const { files: count, amended } = await exporting(store, out);
    expect({ count, amended }).toEqual({ count: Object.keys(files).length, amended: 0 });
    expect(filesOf(out)).toEqual(filesOf(dir));
    expect(statSync(join(out, 'plain.md')).mtime.toISOString()).toBe('2026-11-20T08:00:00.000Z');
    // and so the export, imported over it, changes nothing
    expect(await importing(store, out, { name: 'notes' })).toMatchObject({ added: 0, changed: 0 });
  });

  test('whose metadata an agent set get lines of it, and no other byte changes', async () => {
    const text = [
      '---',
      '# a comment',
      'title: "Oven: manual"',
      'tags:',
      '  - kitchen',
      '  - old',
      'priority: 2',
      'postcode: 02142',
      '---',
      'Text #inline',
      '',
    ].join('\r\n');
    const dir = folderOf({ 'oven.md': text, 'bare.md': 'Bare\n', 'an.org': '* Org\n' });
    const store = newStore();
    await importing(store, dir);
    const overlay: Overlay = {
      due: '2026-12-24',
      priority: null,
      tags_added: ['shop'],
      tags_removed: ['old'],
      fields: { room: 'east: 2', floor: 3, doors: ['a', 'b, c'] },
    };
    await overlaying(store, 'oven-manual', overlay);
    await overlaying(store, 'bare', { status: 'waiting' });
    await overlaying(store, 'an', { status: 'waiting' });
    const out = newFolder();
    expect(await exporting(store, out)).toMatchObject({ files: 3, amended: 2 });
    expect(filesOf(out)).toEqual({
      'an.org': '* Org\n',
      'bare.md': '---\nstatus: waiting\n---\nBare\n',
      'oven.md': text
        .replace('  - old\r\n', '  - shop\r\n')
        .replace('priority: 2\r\n', '')
        .replace(
          '02142\r\n',
          '02142\r\ndue: 2026-12-24\r\nstatus: open\r\nroom: "east: 2"\r\nfloor: 3\r\ndoors: [a, "b, c"]\r\n',
        ),
    });
    const raw = newFolder();
    expect(await exporting(store, raw, { raw: true })).toMatchObject({ files: 3, amended: 0 });
    expect(filesOf(raw)).toEqual(filesOf(dir));
  });

  test('stay apart in folders where there are several of them', async () => {
    const store = newStore();
    await importing(store, folderOf({ 'a.md': 'A of one\n' }), { name: 'one' });
    await doing(store, 'add', { text: '# Made here' });
    const alone = newFolder();
    await exporting(store, alone, { raw: true });
    expect(Object.keys(filesOf(alone))).toEqual(['a.md', 'made-here.md']);
    await importing(store, folderOf({ 'a.md': 'A of two\n' }), { name: 'two' });
    const both = newFolder();
    await exporting(store, both, { raw: true });
    expect(filesOf(both)).toEqual({
      'made-here.md': '# Made here',
      'one/a.md': 'A of one\n',
      'two/a.md': 'A of two\n',
    });
  });

  test('in the trash stay behind', async () => {
    const store = newStore();
    await importing(store, folderOf({ 'a.md': 'A\n', 'b.md': 'B\n' }));
    await doing(store, 'trash', { page: 'a' });
    const out = newFolder();
    expect(await exporting(store, out)).toMatchObject({ files: 1 });
    expect(Object.keys(filesOf(out))).toEqual(['b.md']);
  });
});

/** What of a page must survive the way through a file. */
interface Kept {
  readonly title: string;
  readonly kind: string;
  readonly status?: string;
  readonly due?: string;
  readonly priority?: number;
  readonly tags: readonly string[];
  readonly created: string;
}

async function keptOf(store: Store, slug: string): Promise<Kept> {
  const page = await doing<Kept>(store, 'read', { page: slug });
  const { title, kind, status, due, priority, tags, created } = page;
  const said = { title, kind, status, due, priority, tags: tags.toSorted(), created };
  return said as Kept;
}

describe('pages made in scrap', () => {
  test('are named by their slug and say in front matter what their text does not', async () => {
    const store = newStore({ now: () => new Date('2026-11-30T10:00:00Z') });
    await doing(store, 'add', { text: 'call Ann #home', due: '2026-12-24', tags: ['phone'] });
    await doing(store, 'add', { text: '---\ncolour: red\n---\n# Shelf\n', priority: 2 });
    const out = newFolder();
    await exporting(store, out);
    expect(filesOf(out)).toEqual({
      'call-ann-home.md':
        '---\ntitle: "call Ann #home"\ndue: 2026-12-24\nstatus: open\ntags: [phone]\ncreated: 2026-11-30T10:00:00.000Z\n---\ncall Ann #home',
      'shelf.md':
        '---\ncolour: red\npriority: 2\nstatus: open\ncreated: 2026-11-30T10:00:00.000Z\n---\n# Shelf\n',
    });
  });

  test('come back from their files as they were', async () => {
    const word = fc.stringMatching(/^[g-zéß][a-z0-9éß]{0,8}$/);
    const line = fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .filter((text) => !text.includes('\0'));
    const page = fc.record(
      {
        text: fc
          .array(
            fc.oneof(line, fc.constantFrom('# Head', '---', 'tags: [x]', '#tag', '- [ ] do')),
            {
              maxLength: 5,
            },
          )
          .map((lines) => lines.join('\n')),
        title: fc.tuple(word, line).map((words) => words.join(' ')),
        kind: fc.constantFrom('note', 'todo', 'log', 'link'),
        status: fc.constantFrom('open', 'doing', 'waiting', 'done', 'cancelled'),
        due: fc.constantFrom('2026-12-24', '2027-02-28'),
        priority: fc.integer({ min: 1, max: 5 }),
        tags: fc.array(word, { maxLength: 3 }),
      },
      { requiredKeys: ['text', 'title'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 8 }), async (pages) => {
        const [from, to] = [newStore(), newStore()];
        const before: Kept[] = [];
        for (const input of pages) {
          const { slug } = await doing<{ slug: string }>(from, 'add', input);
          before.push(await keptOf(from, slug));
        }
        const out = newFolder();
        await exporting(from, out);
        await importing(to, out);
        const slugs = to.all<{ slug: string }>('SELECT slug FROM pages');
        const after = await Promise.all(slugs.map(({ slug }) => keptOf(to, slug)));
        const sorted = (all: readonly Kept[]) => all.map((each) => JSON.stringify(each)).toSorted();
        expect(sorted(after)).toEqual(sorted(before));
      }),
      { numRuns: 20 },
    );
  });

  test('have names that every file system takes, as many as there are pages', async () => {
    const titles = [
      'Note',
      'note',
      'NOTE!',
      'CON',
      'aux',
      'lpt1',
      '.hidden',
      '..',
      '-rf',
      'a/b',
      'a\\b',
      'Q&A: what / how?',
      'trailing. ',
      'caf\u00e9',
      'cafe\u0301',
      '\u5909\u63db',
      '\u4f60\u597d',
      '!!!',
      '???',
      '\u{1F421}',
      '2026',
      'x'.repeat(299),
      '\u5b57'.repeat(200),
      '\u{20000}'.repeat(140),
    ];
    const store = newStore();
    for (const title of titles) await doing(store, 'add', { title, text: `of ${title}` });
    const out = newFolder();
    await exporting(store, out);
    const names = Object.keys(filesOf(out));
    expect(names).toHaveLength(titles.length);
    const folded = names.map((name) => name.normalize('NFC').toLowerCase());
    expect(new Set(folded).size).toBe(titles.length);
    for (const name of names) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name).toMatch(/^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}-]*\.md$/u);
      expect(name).not.toMatch(/^(?:con|aux|prn|nul|com\d|lpt\d)\./);
    }
    const again = newStore();
    await importing(again, out);
    const sorted = (from: Store) =>
      from.all('SELECT title, count(*) AS n FROM pages GROUP BY title ORDER BY title');
    expect(sorted(again)).toEqual(sorted(store));
  });

  test('give way to a file that has its path already', async () => {
    const store = newStore();
    await doing(store, 'add', { text: '# Note', title: 'note' });
    await importing(store, folderOf({ 'Note.md': '# Imported\n', 'sub/x.md': 'X\n' }));
    await doing(store, 'add', { text: '# Sub', title: 'sub' });
    const out = newFolder();
    await exporting(store, out, { raw: true });
    expect(filesOf(out)).toEqual({
      'Note.md': '# Imported\n',
      'note-2.md': '# Note',
      'sub.md': '# Sub',
      'sub/x.md': 'X\n',
    });
  });
});

describe('never outside the folder', () => {
  test.each([
    '../evil.md',
    'a/../../evil.md',
    '/tmp/evil.md',
    './evil.md',
    '.ssh/evil.md',
    'a//evil.md',
    'run.sh',
    'evil\0.md',
    `${'x'.repeat(300)}.md`,
  ])('a page from "%s" is a file of its slug', async (path) => {
    const store = newStore();
    await inserting(store, '# Evil', { collection: 'c', path });
    const out = newFolder();
    await exporting(store, out, { raw: true });
    expect(filesOf(out)).toEqual({ 'evil.md': '# Evil' });
    expect(readdirSync(join(out, '..'))).toEqual(['out']);
  });

  test.each(['../up', '/abs', '.git', 'a/b'])(
    'a collection "%s" is a folder inside',
    async (collection) => {
      const store = newStore();
      await inserting(store, 'One', { collection, path: 'x.md' });
      await inserting(store, 'Two', { collection: 'plain', path: 'x.md' });
      const out = newFolder();
      await exporting(store, out);
      const names = Object.keys(filesOf(out));
      expect(names).toHaveLength(2);
      for (const name of names) expect(name).toMatch(/^[a-z][a-z-]*\/x\.md$/);
      expect(readdirSync(join(out, '..'))).toEqual(['out']);
    },
  );

  test('a planted link to a folder is refused, one to a file is replaced', async () => {
    const store = newStore();
    await importing(store, folderOf({ 'sub/a.md': 'A\n', 'b.md': 'B\n' }));
    const victim = folderOf({ 'a.md': 'mine', 'b.md': 'mine' });
    const out = newFolder();
    mkdirSync(out);
    symlinkSync(join(victim, 'b.md'), join(out, 'b.md'));
    symlinkSync(victim, join(out, 'sub'));
    await expect(exporting(store, out, { force: true })).rejects.toMatchObject({
      code: 'refused',
      details: { reason: 'path_escape' },
    });
    expect(filesOf(victim)).toEqual({ 'a.md': 'mine', 'b.md': 'mine' });
    rmSync(join(out, 'sub'));
    await exporting(store, out, { force: true });
    expect(lstatSync(join(out, 'b.md')).isSymbolicLink()).toBe(false);
    expect(filesOf(out)).toEqual({ 'b.md': 'B\n', 'sub/a.md': 'A\n' });
    expect(filesOf(victim)).toEqual({ 'a.md': 'mine', 'b.md': 'mine' });
  });
});

describe('the folder', () => {
  test('must be empty, or written over on purpose', async () => {
    const store = newStore();
    await importing(store, folderOf({ 'a.md': 'new\n' }));
    const out = folderOf({ 'a.md': 'old\n', 'other.txt': 'stays' });
    await expect(exporting(store, out)).rejects.toMatchObject({
      code: 'refused',
      details: { reason: 'not_empty' },
    });
    expect(filesOf(out)).toEqual({ 'a.md': 'old\n', 'other.txt': 'stays' });
    await exporting(store, out, { force: true });
    expect(filesOf(out)).toEqual({ 'a.md': 'new\n', 'other.txt': 'stays' });
  });

  test.each(['metadata', 'content', 'jsonl'])('is not called %s by mistake', async (dir) => {
    await expect(exporting(newStore(), dir)).rejects.toThrow(`--format ${dir}`);
    expect(existsSync(dir)).toBe(false);
  });

  test('cannot be made below a file', async () => {
    const file = join(folderOf({ 'a.md': 'A' }), 'a.md');
    const store = newStore();
    await expect(exporting(store, file)).rejects.toMatchObject({ code: 'invalid' });
    await expect(exporting(store, join(file, 'x'))).rejects.toMatchObject({ code: 'invalid' });
  });

  test('with a folder where a page should lie stays as it is', async () => {
    const store = newStore();
    await importing(store, folderOf({ 'a.md': 'A' }));
    const out = newFolder();
    mkdirSync(join(out, 'a.md'), { recursive: true });
    writeFileSync(join(out, 'a.md', 'x'), 'x');
    await expect(exporting(store, out, { force: true })).rejects.toMatchObject({ code: 'refused' });
    expect(filesOf(out)).toEqual({ 'a.md/x': 'x' });
  });
});
