import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { exportPieces, operations, perform, type Store, upkeep } from '../src/store/index.ts';
import { AGENT, OWNER, Shelf } from './kit/found.ts';

const shelf = new Shelf();
beforeAll(async () => {
  await shelf.add('Buy bread', { title: 'bread', tags: ['shop'], due: '2026-12-01' });
  await shelf.add('Buy an oven', { title: 'oven', tags: ['shop'] });
  await shelf.add('Bread recipes', { title: 'recipes' });
  await shelf.add('Ask @ann', { title: 'ann' });
  await save('shopping', 'tag:shop');
  await save('@Bread', 'bread OR  (recipes) sort:title');
});
afterAll(() => shelf.close());

async function save(name: string, query?: string, caller = OWNER) {
  const input = { name, ...(query === undefined ? {} : { query }) };
  return perform(await operations.save_search(), shelf.store, input, caller);
}

async function saved(store: Store): Promise<string[]> {
  const { searches } = await perform(await operations.searches(), store, {}, OWNER);
  return searches.map(({ name, query }) => `${name}: ${query}`);
}

test('they are listed by name, in their one spelling', async () => {
  expect(await saved(shelf.store)).toEqual([
    'bread: bread OR recipes sort:title',
    'shopping: tag:shop',
  ]);
});

test.each([
  ['@shopping', 'tag:shop', 'oven bread'],
  ['@SHOPPING oven', 'tag:shop oven', 'oven'],
  ['-@shopping bread', '-tag:shop bread', 'recipes'],
  ['@bread', 'bread OR recipes sort:title', 'bread recipes'],
  ['@bread @shopping', '(bread OR recipes) tag:shop sort:title', 'bread'],
  ['(@bread OR @ann)', 'bread OR recipes OR @ann sort:title', 'ann bread recipes'],
  ['@ann', '@ann', 'ann'],
  ['"@shopping"', '"@shopping"', ''],
  ['a@shopping', 'a@shopping', ''],
])('%s is %s', async (query, understood, slugs) => {
  const found = await shelf.search(query, { explain: true });
  expect(found.explain?.query).toBe(understood);
  expect(found.pages.map(({ slug }) => slug).join(' ')).toBe(slugs);
});

test('a name that is not there is text, and the nearest is named', async () => {
  expect((await shelf.search('@shoping')).warnings).toContain(
    'No search is saved as "@shoping", so it is looked for as text. Did you mean @shopping?',
  );
});

test('saving again replaces, and nothing removes', async () => {
  expect(await save('x', 'oven')).toMatchObject({ name: 'x', query: 'oven', saved: true });
  expect(await save('X', 'stove')).toMatchObject({ query: 'stove' });
  expect(await shelf.slugs('@x OR bread')).toBe('bread recipes');
  expect(await save('x')).toMatchObject({ query: 'stove', saved: false });
  await expect(save('x')).rejects.toMatchObject({ code: 'not_found' });
  await expect(save('shoppin')).rejects.toThrow('Did you mean @shopping?');
});

test.each([
  ['a b', 'oven'],
  ['', 'oven'],
  ['a:b', 'oven'],
  ['x'.repeat(41), 'oven'],
  ['x', ''],
  ['x', '!!!'],
  ['x', 'due:blursday'],
])('"%s" for "%s" is refused', async (name, query) => {
  await expect(save(name, query)).rejects.toMatchObject({ code: 'invalid' });
  expect(await saved(shelf.store)).toHaveLength(2);
});

test('an agent uses what is saved and saves nothing', async () => {
  // over MCP nothing offers it
  await expect(save('x', 'oven', AGENT)).rejects.toMatchObject({ code: 'not_found' });
  await expect(save('x', 'oven', { ...OWNER, author: 'claude' })).rejects.toMatchObject({
    code: 'refused',
  });
  const found = await perform(
    await operations.search(),
    shelf.store,
    { query: '@shopping' },
    AGENT,
  );
  expect(found.total).toBe(2);
});

test('a backup and an export carry them', async () => {
  const file = join(tmpdir(), `scrap-saved-${process.pid}`);
  const { backupStore } = await upkeep.backup();
  const { restoreBackup } = await upkeep.restore();
  const backup = backupStore(shelf.store, `${file}.backups`);
  await restoreBackup(backup.file, `${file}.db`);
  let jsonl = '';
  for await (const piece of exportPieces(shelf.store, 'jsonl')) jsonl += piece;
  writeFileSync(`${file}.jsonl`, jsonl);
  const { openStore } = await import('../src/store/index.ts');
  const restored = openStore(`${file}.db`);
  expect(await saved(restored)).toEqual(await saved(shelf.store));
  restored.close();
  const imported = openStore(`${file}.2.db`, { mayCreate: true });
  await perform(await operations.import(), imported, { dir: `${file}.jsonl` }, OWNER);
  expect(await saved(imported)).toEqual(await saved(shelf.store));
  imported.close();
  for (const end of ['.db', '.2.db', '.jsonl', '.backups']) rmSync(file + end, { recursive: true });
});
