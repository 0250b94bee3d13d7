import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ImportAnswer } from '../src/store/notebooks/report.ts';
import { openStore, type Store } from '../src/store/index.ts';
import { doing, exported, newStore } from './kit/pages.ts';

/*
 * Notebooks of real people, each imported into a store of its own. They lie outside the project,
 * with facts that were counted by other means.
 */
const NOTEBOOKS = resolve(process.env['SCRAP_NOTEBOOKS'] ?? '../shared/notebooks');
const FACTS = join(NOTEBOOKS, '..', 'facts');

interface Facts {
  readonly files: { readonly markdown: number; readonly other: Readonly<Record<string, number>> };
  readonly rare_words: readonly { readonly word: string; readonly file: string }[];
  readonly few_words: readonly { readonly word: string; readonly files: readonly string[] }[];
}

function factsOf(name: string): Facts {
  return JSON.parse(readFileSync(join(FACTS, name, 'facts.json'), 'utf8')) as Facts;
}

if (existsSync(NOTEBOOKS) && existsSync(FACTS)) {
  const names = readdirSync(NOTEBOOKS).toSorted();
  test('there are notebooks', () => expect(names.length).toBeGreaterThan(0));
  describe.each(names)('%s', (name) => living(name));
} else if (process.env['CI'] === undefined) {
  console.log(
    'The imports of real notebooks were not run: SCRAP_NOTEBOOKS names no folder of them.',
  );
  test('no notebooks here', () => expect(existsSync(FACTS)).toBe(false));
} else {
  test('there are notebooks', () =>
    expect.fail(`There are no notebooks with facts in ${NOTEBOOKS}.`));
}

function living(name: string): void {
  const folder = join(NOTEBOOKS, name);
  const facts = factsOf(name);
  const place = mkdtempSync(join(tmpdir(), 'scrap-notebook-'));
  let store: Store;
  let report: ImportAnswer;

  beforeAll(async () => {
    store = openStore(join(place, 'scrap.db'), { mayCreate: true });
    report = await doing<ImportAnswer>(store, 'import', { dir: folder });
  });
  afterAll(() => {
    store.close();
    rmSync(place, { recursive: true });
  });

  const found = async (query: string): Promise<(string | undefined)[]> => {
    const { pages } = await doing<{ pages: { path?: string }[] }>(store, 'search', {
      query,
      limit: 100,
    });
    return pages.map(({ path }) => path).toSorted();
  };

  test('has as many pages as notes, and nothing that could not be read', () => {
    const notes = facts.files.markdown + (facts.files.other['.org'] ?? 0);
    expect(report).toMatchObject({ files: notes, added: notes, failed: [], conflicts: [] });
    expect(store.get('SELECT count(*) AS n FROM pages')).toEqual({ n: notes });
  });

  test('is not changed by importing it again', async () => {
    expect(await doing(store, 'import', { dir: folder })).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: report.files,
    });
  });

  test('finds each of its rare words in its file alone', async () => {
    for (const { word, file } of facts.rare_words) expect(await found(word)).toEqual([file]);
  });

  test('finds its less rare words in all files that have them', async () => {
    for (const { word, files } of facts.few_words) {
      // the facts also count beginnings of words and the names of folders
      const whole = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${word}(?![\\p{L}\\p{M}\\p{N}])`, 'iu');
      const having = files.filter((file) => whole.test(readFileSync(join(folder, file), 'utf8')));
      expect(having).not.toEqual([]);
      expect(await found(word)).toEqual(expect.arrayContaining(having));
    }
  });

  test('leaves as it came, byte for byte', async () => {
    const out = join(place, 'out');
    const made = await doing(store, 'export', { dir: out });
    const { files, kept } = report;
    expect(made).toEqual({ dir: out, files, amended: 0, kept, lost: 0 });
    const paths = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((path) =>
      statSync(join(out, path)).isFile(),
    );
    expect(paths).toHaveLength(files + kept);
    const changed = paths.filter(
      (path) => !readFileSync(join(out, path)).equals(readFileSync(join(folder, path))),
    );
    expect(changed).toEqual([]);
  });

  test('comes back from jsonl as it was', async () => {
    const file = join(place, 'all.jsonl');
    const text = await exported(store, 'jsonl');
    writeFileSync(file, text);
    const copy = newStore();
    await doing(copy, 'import', { dir: file });
    expect((await exported(copy, 'jsonl')) === text).toBe(true);
    expect((await exported(copy, 'metadata')) === (await exported(store, 'metadata'))).toBe(true);
  });

  if (name === 'emanote-docs') emanoteRecipes(() => store);
}

interface Entry {
  readonly filePath: string;
  readonly title: string;
  readonly parentNote?: string;
  readonly meta: Record<string, unknown> & { readonly tags: readonly string[] };
  readonly links: readonly { readonly resolvedRelTarget: { readonly contents?: unknown } }[];
}

/** What the jq recipes of Emanote's guide do, on the notebook the guide is a page of. */
function emanoteRecipes(store: () => Store): void {
  const metadata = async () =>
    JSON.parse(await exported(store(), 'metadata')) as { files: Record<string, Entry> };
  const fileAt = async (path: string) =>
    Object.values((await metadata()).files).find(({ filePath }) => filePath === path);

  test('.files | keys: the files', async () => {
    const keys = Object.keys((await metadata()).files);
    expect(keys).toHaveLength(67);
    expect(keys).toEqual(
      expect.arrayContaining(['examples.md', 'guide/export.md', 'guide/mcp.md']),
    );
  });

  test('select(.filePath == …): one file', async () => {
    expect(await fileAt('guide/mcp.md')).toMatchObject({
      title: 'MCP server',
      parentNote: 'guide.md',
      meta: { slug: 'mcp' },
    });
  });

  test('.links | .[] | .resolvedRelTarget.contents: where its links lead', async () => {
    const { links = [] } = (await fileAt('start/neuron.md')) ?? {};
    const contents = links.map(({ resolvedRelTarget }) => resolvedRelTarget.contents);
    expect(contents).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/\/p\/neuron-layout$/),
        expect.stringMatching(/\/p\/query$/),
      ]),
    );
  });

  test('.meta.tags | flatten: all tags', async () => {
    const tags = Object.values((await metadata()).files).flatMap(({ meta }) => meta.tags);
    expect(tags.filter((tag) => tag === 'emanote/syntax/demo')).toHaveLength(4);
  });

  test('select(any(.meta.tags[]; . == …)): the files with a tag', async () => {
    const files = Object.values((await metadata()).files).filter(({ meta }) =>
      meta.tags.some((tag) => tag === 'external'),
    );
    expect(files.map(({ filePath, meta }) => [filePath, meta['order']])).toEqual([
      ['examples.md', 10],
    ]);
  });
}
