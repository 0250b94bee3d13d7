import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { operations, perform } from '../src/store/index.ts';
import { OWNER, Shelf } from './kit/found.ts';

/** Two notebooks with a page of the same name, and pages that were made here. */
const GARDEN: Readonly<Record<string, string>> = {
  'index.md': 'See [[roses]], [the soil](guide/soil.md) and [[nowhere]].',
  'roses.md': '---\nrating: 4\nseason: Summer\naliases: [Rosa]\n---\nSee [[soil]] ![[rose.jpg]]',
  'guide/soil.md': '---\nrating: 12\npublished: 2026-11-03\n---\nBack: [[../index]]',
  'guide/tools.md': '---\nrating: many\nauthors: [Ann, Özge]\ndraft: true\n---\n[a list](list.pdf)',
};
const HOUSE: Readonly<Record<string, string>> = {
  'soil.md': '---\nstatus: waiting\nversion: 1.10\n---\nAnother page [[rosa]]',
};

const shelf = new Shelf();
const folder = mkdtempSync(join(tmpdir(), 'scrap-linked-'));

beforeAll(async () => {
  for (const [name, pages] of Object.entries({ garden: GARDEN, House: HOUSE })) {
    for (const [path, text] of Object.entries(pages)) {
      mkdirSync(join(folder, name, dirname(path)), { recursive: true });
      writeFileSync(join(folder, name, path), text);
    }
    const importFiles = await operations.import();
    await perform(importFiles, shelf.store, { dir: join(folder, name) }, OWNER);
  }
  await shelf.add('I like [[Rosa]] and [[C# notes]]', { title: 'diary' });
  await shelf.add('About [[diary#monday|that day]]', { title: 'C# notes' });
  await shelf.add('---\npinned: true\n---\nalone', { title: 'Alone' });
  await shelf.add('Thrown away: [[Alone]]', { title: 'gone' });
  await perform(await operations.trash(), shelf.store, { page: 'gone' }, OWNER);
});
afterAll(() => {
  shelf.close();
  rmSync(folder, { recursive: true });
});

/** What is found, by path or slug, in the order of the alphabet. */
async function found(query: string): Promise<string> {
  const { pages } = await shelf.search(query);
  return pages
    .map(({ path, slug }) => path ?? slug)
    .toSorted()
    .join(' ');
}

describe('links', () => {
  test.each([
    ['links:roses', 'diary index.md'],
    ['links:rosa', 'diary index.md'],
    ['links:garden/roses.md', 'diary index.md'],
    ['links:guide/soil.md', 'index.md roses.md'],
    ['links:House/soil.md', ''],
    ['links:index', 'guide/soil.md'],
    ['links:"C# notes"', 'diary'],
    ['links:diary', 'c-notes'],
    ['links:nowhere', 'index.md'],
    ['links:alone', ''],
    ['linkedby:index', 'guide/soil.md roses.md'],
    ['linkedby:roses', 'guide/soil.md'],
    ['linkedby:House/soil.md', ''],
    ['linkedby:diary', 'c-notes roses.md'],
    ['linked_by:c-notes', 'diary'],
    ['linkedby:nowhere', ''],
    ['links:roses like', 'diary'],
    ['links:(roses OR index)', 'diary guide/soil.md index.md'],
    ['-links:roses kind:note notebook:garden', 'guide/soil.md guide/tools.md roses.md'],
    ['is:orphan', 'alone guide/tools.md soil.md'],
    ['has:backlink', 'c-notes diary guide/soil.md index.md roses.md'],
    ['is:broken', 'index.md soil.md'],
    ['has:image', 'roses.md'],
    ['has:file', 'guide/tools.md roses.md'],
  ])('%s finds %s', async (query, paths) => {
    expect(await found(query)).toBe(paths);
  });

  test('a page that is not there is said, and its links are looked for', async () => {
    const { warnings, total } = await shelf.search('links:nowhere');
    expect(total).toBe(1);
    expect(warnings).toEqual(['No page is called "nowhere"; links to that name are looked for.']);
  });
});

describe('notebooks and fields', () => {
  test.each([
    ['notebook:house', 'soil.md'],
    ['notebook:g*', 'guide/soil.md guide/tools.md index.md roses.md'],
    ['notebook:none', ''],
    ['[rating]', 'guide/soil.md guide/tools.md roses.md'],
    ['[RATING:4]', 'roses.md'],
    ['[rating:>5]', 'guide/soil.md'],
    ['[rating:>=4]', 'guide/soil.md roses.md'],
    ['[rating:3..5]', 'roses.md'],
    ['[rating:many]', 'guide/tools.md'],
    ['[rating:m*]', 'guide/tools.md'],
    ['[season:summer]', 'roses.md'],
    ['[season:sum]', ''],
    ['[season:s%]', ''],
    ['[authors:ann]', 'guide/tools.md'],
    ['[authors:özge]', 'guide/tools.md'],
    ['[draft:true]', 'guide/tools.md'],
    ['[published:2026-11]', 'guide/soil.md'],
    ['[published:>2026-11]', ''],
    ['[published:<today]', 'guide/soil.md'],
    ['[version:>1]', 'soil.md'],
    ['[version:1.10]', 'soil.md'],
    ['[version:1.1]', ''],
    ['[status:wait*]', 'soil.md'],
    ['[path:guide/*]', 'guide/soil.md guide/tools.md'],
    ['[nothing]', ''],
    ['-[rating] notebook:garden', 'index.md'],
    ['field:rating field:season', 'roses.md'],
    ['is:pinned', 'alone'],
    ['[rating] OR is:pinned', 'alone guide/soil.md guide/tools.md roses.md'],
    ["[rating:1' OR 1=1]", ''],
  ])('%s finds %s', async (query, paths) => {
    expect(await found(query)).toBe(paths);
  });

  test('a notebook that is not there is said, with the nearest', async () => {
    expect((await shelf.search('notebook:gardn')).warnings).toEqual([
      'No page is of a notebook "gardn". Nearest: garden.',
    ]);
  });
});

test('a tag is a field too', async () => {
  await shelf.add('Tagged #Spring/early', { title: 'tagged' });
  expect(await found('[tags:spring/early]')).toBe('tagged');
  expect(await found('[tag:spring*]')).toBe('tagged');
});

test.each([
  ['sort:newest', 'sort:created-desc'],
  ['sort:oldest', 'sort:created-asc'],
  ['sort:-title', 'sort:title-desc'],
  ['sort:+title', 'sort:title-asc'],
  ['order:name', 'sort:title'],
  ['sort:modified', 'sort:updated'],
])('%s is %s', async (query, other) => {
  const slugs = await shelf.slugs(query);
  expect(slugs).toBe(await shelf.slugs(other));
  expect(slugs.split(' ').length).toBeGreaterThan(5);
});
