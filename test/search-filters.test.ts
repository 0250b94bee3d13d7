import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { operations, perform, ScrapError } from '../src/store/index.ts';
import { instantsOf, parsePeriod } from '../src/store/search/periods.ts';
import { AGENT, OWNER, Shelf } from './kit/found.ts';

const shelf = new Shelf();
const TODAY = '2026-11-30';

beforeAll(async () => {
  const at = async (time: string, text: string, more: object, caller = OWNER) => {
    shelf.now = new Date(time);
    await shelf.add(text, more, caller);
  };
  // Berlin is an hour ahead of UTC in winter: this page is of the first day of November there
  await at('2026-10-31T23:30:00Z', 'Roses want cutting #home/garden', { title: 'roses' });
  await at('2026-11-10T12:00:00Z', 'Fix the roof #home', {
    title: 'roof',
    due: '2026-11-28',
    priority: 1,
  });
  await at('2026-11-20T12:00:00Z', 'Pay the bill\n- [ ] find it', {
    title: 'bill',
    due: TODAY,
    tags: ['Money'],
  });
  await at('2026-11-25T12:00:00Z', 'See [[roof]] and [[roses]]', {
    title: 'links',
    tags: ['project'],
  });
  await at(
    '2026-11-28T12:00:00Z',
    'Alpha',
    { title: 'alpha', tags: ['project/alpha'], origin: 'Spring release' },
    AGENT,
  );
  await at('2026-11-28T13:00:00Z', 'Beta', { title: 'beta', tags: ['projects', 'project-x'] });
  await at('2026-11-29T12:00:00Z', 'Long done', { title: 'finished', status: 'done' });
  await at('2026-11-29T13:00:00Z', 'Ask Ann', { title: 'ask', status: 'waiting', priority: 4 });
  await at('2026-11-29T23:30:00Z', 'https://example.com/', { title: 'web' });
  await at('2026-11-30T11:00:00Z', 'Thrown away #home', { title: 'gone' });
  await perform(await operations.trash(), shelf.store, { page: 'gone' }, OWNER);
  shelf.now = new Date('2026-11-30T12:00:00Z');
});
afterAll(() => shelf.close());

describe('filters', () => {
  test.each([
    ['tag:home', 'roof roses'],
    ['#home', 'roof roses'],
    ['#HOME', 'roof roses'],
    ['tag:home/', 'roof roses'],
    ['tag:=home', 'roof'],
    ['tag:home/garden', 'roses'],
    ['tag:project', 'alpha links'],
    ['tag:project/*', 'alpha'],
    ['tag:project*', 'beta alpha links'],
    ['tag:project-x', 'beta'],
    ['tag:home -tag:home/garden', 'roof'],
    ['tag:money', 'bill'],
    ['kind:todo', 'ask finished bill roof'],
    ['type:link', 'web'],
    ['is:todo', 'ask finished bill roof'],
    ['is:open', 'ask bill roof'],
    ['is:done', 'finished'],
    ['is:overdue', 'roof'],
    ['due:overdue', 'roof'],
    ['is:claude', 'alpha'],
    ['is:mine kind:note', 'beta links roses'],
    ['is:trashed', 'gone'],
    ['is:trashed OR is:done', 'gone finished'],
    ['-is:trashed #home', 'roof roses'],
    ['thrown', ''],
    ['has:due', 'bill roof'],
    ['no:due is:todo', 'ask finished'],
    ['-has:due is:todo', 'ask finished'],
    ['has:item', 'bill'],
    ['has:link', 'links'],
    ['has:tag no:priority', 'beta alpha links bill roses'],
    ['status:waiting', 'ask'],
    ['status:open OR status:done', 'finished bill roof'],
    ['priority:1', 'roof'],
    ['priority:>=2', 'ask'],
    ['priority:1..3', 'roof'],
    ['priority:none is:todo', 'finished bill'],
    ['author:claude', 'alpha'],
    ['source:mcp', 'alpha'],
    ['client:laptop', 'alpha'],
    ['client:lap*', 'alpha'],
    ['client:lap', ''],
    ['origin:release', 'alpha'],
    ['origin:"spring release"', 'alpha'],
    ['origin:%', ''],
    ['slug:roof', 'roof'],
    ['slug:ro*', 'roof roses'],
    ['slug:nothing', ''],
    ['due:today', 'bill'],
    ['due:2026-11-30', 'bill'],
    ['due:2026-11', 'bill roof'],
    ['due:2026', 'bill roof'],
    ['due:<today', 'roof'],
    ['due:>2026-11-28', 'bill'],
    ['due:>=2026-11-28', 'bill roof'],
    ['due:2026-11-01..2026-11-29', 'roof'],
    ['due:..yesterday', 'roof'],
    ['due:7d', 'bill'],
    ['due:-2d', 'roof'],
    ['due:none is:open', 'ask'],
    ['-due:today is:open', 'ask roof'],
    ['created:today', 'web'],
    ['created:2026-11-29', 'ask finished'],
    ['created:2026-11 #home', 'roof roses'],
    ['created:2026-10', ''],
    ['created:<2026-11-15', 'roof roses'],
    ['created:5d is:mine kind:note', 'beta links'],
    ['newer_than:5d is:mine kind:note', 'beta links'],
    ['older_than:2w', 'roof roses'],
    ['after:2026-11-25 before:2026-11-29', 'beta alpha links'],
    ['updated:yesterday', 'ask finished'],
    ['done:2026-11-29', 'finished'],
    ['done:none is:todo', 'ask bill roof'],
    ['roof OR due:today', 'links bill roof'],
    ['(roof due:2026-11) OR is:claude', 'alpha roof'],
    ['-(roof OR due:today) is:todo', 'ask finished'],
    ['fix tag:home priority:1 created:2026', 'roof'],
  ])('%s finds %s', async (query, slugs) => {
    const { pages, total } = await shelf.search(`${query} sort:created`);
    expect(pages.map((page) => page.slug).join(' ')).toBe(slugs);
    expect(total).toBe(pages.length);
  });
});

test('a filter narrows a query of words as it does alone', async () => {
  for (const filter of [
    'tag:home',
    'is:open',
    'due:2026-11',
    'created:2026-11',
    'no:due',
    '-is:mine',
  ]) {
    const alone = new Set((await shelf.slugs(filter)).split(' '));
    const words = (await shelf.slugs('the OR roof OR ann OR done')).split(' ');
    const both = await shelf.slugs(`(the OR roof OR ann OR done) ${filter}`);
    expect(new Set(both.split(' ').filter(Boolean)), filter).toEqual(
      new Set(words.filter((slug) => alone.has(slug))),
    );
  }
});

test('pages that were imported are found by where they came from', async () => {
  const imported = new Shelf();
  const paths = ['guide/mcp.md', 'guide/deep/a_b.md', 'guidebook.md', 'notes.md'];
  for (const path of paths) {
    const slug = await imported.add(path, { title: path });
    // import is an operation of its own; the columns are all that a search looks at
    imported.store.run('UPDATE pages SET path = ? WHERE slug = ?', path, slug);
  }
  const found = async (query: string) =>
    (await imported.search(query)).pages.map((page) => page.path).join(' ');
  expect(await found('path:guide')).toBe('guide/deep/a_b.md guide/mcp.md');
  expect(await found('path:guide/')).toBe('guide/deep/a_b.md guide/mcp.md');
  expect(await found('path:guide/mcp')).toBe('guide/mcp.md');
  expect(await found('path:guide/*.md')).toBe('guide/deep/a_b.md guide/mcp.md');
  expect(await found('path:*/a_b.md')).toBe('guide/deep/a_b.md');
  expect(await found('path:*/a?b.md')).toBe('');
  expect(await found('path:GUIDEBOOK.md')).toBe('guidebook.md');
  imported.close();
});

describe('a filter that means nothing is an error that says what is meant', () => {
  test.each([
    ['kind:nte', 0, 'kind:note'],
    ['roof is:opn', 5, 'is:open'],
    ['has:tags', 0, 'has:tag'],
    ['status:wating', 0, 'status:waiting'],
    ['author:clude', 0, 'author:claude'],
    ['sort:titl', 0, 'sort:title'],
    ['due:blursday', 0, undefined],
    ['due:2026-02-30', 0, undefined],
    ['created:2026-13', 0, undefined],
    ['updated:a..b', 0, undefined],
    ['due:..', 0, undefined],
    ['priority:9', 0, undefined],
    ['priority:<=1..3', 0, undefined],
  ])('%s', async (query, position, meant) => {
    const error = await shelf.search(query).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ScrapError);
    expect(error).toMatchObject({ code: 'invalid', details: { reason: 'bad_query', position } });
    expect((error as ScrapError).details?.['meant']).toBe(meant);
    expect((error as ScrapError).message).toMatch(/Try|Did you mean/);
  });
});

test.each([
  ['tag:hom', 'No page has the tag "hom". Nearest: home (1 page).'],
  ['#projcts', 'No page has the tag "projcts". Nearest: projects (1 page).'],
  ['tag:zzz', 'No page has the tag "zzz".'],
  ['tag:zz*', 'No tag is like "zz*".'],
])('an unknown tag finds nothing and says so: %s', async (query, warning) => {
  expect(await shelf.search(query)).toEqual({ pages: [], total: 0, warnings: [warning] });
});

test('a pattern may stand for many tags, and says when not for all', async () => {
  const many = new Shelf();
  for (let i = 0; i < 5; i += 1) {
    const tags = Array.from({ length: 50 }, (_, k) => `t${i}-${k}`);
    await many.add(`page ${i}`, {
      title: `p${i}`,
      tags: i === 0 ? tags : [...tags.slice(1), 'common'],
    });
  }
  expect(await many.search('tag:common*')).toMatchObject({ total: 4 });
  expect(await many.search('tag:t1*')).toMatchObject({ total: 1 });
  expect((await many.search('tag:t1*')).warnings).toBeUndefined();
  const all = await many.search('-tag:t* OR tag:*0 OR (page tag:t*)');
  expect(all.total).toBe(5);
  expect(all.warnings).toEqual(['"t*" stands for the 200 most used of its tags only.']);
  many.close();
});

test.each([
  ['2026', '2026-01-01', '2026-12-31'],
  ['2024-02', '2024-02-01', '2024-02-29'],
  ['today', TODAY, TODAY],
  ['> today', '2026-12-01', undefined],
  ['<=2026-10', undefined, '2026-10-31'],
  ['2026-10..2026', '2026-10-01', '2026-12-31'],
  ['yesterday..', '2026-11-29', undefined],
  ['7d', '2026-11-23', TODAY],
  ['1m', '2026-10-30', TODAY],
  ['-3d', '2026-11-27', '2026-11-27'],
])('%s is from %s to %s', (value, first, last) => {
  expect(parsePeriod(value, TODAY, 'behind')).toEqual({
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
  });
});

test.each([
  ['UTC', '2026-11-30', '2026-11-30T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-30', '2026-11-29T18:30:00.000Z', '2026-11-30T18:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  // clocks go forward at midnight: the day begins at one
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
  // and back at midnight: the last hour of the day before comes twice
  ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z', '2026-04-06T04:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', '2026-01-01T10:00:00.000Z'],
])('in %s the day %s is from %s until %s', (zone, day, from, until) => {
  expect(instantsOf({ first: day, last: day }, zone)).toEqual({ from, until });
});
