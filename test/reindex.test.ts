import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { isReadAnotherWay, operations, perform } from '../src/store/index.ts';
import { AGENT, OWNER, Shelf } from './kit/found.ts';

let shelf: Shelf;
beforeEach(async () => {
  shelf = new Shelf();
  await shelf.add('---\nrating: 4\naliases: [Rosa]\n---\nRoses #garden\n- [ ] cut them', {
    title: 'Roses',
  });
  await shelf.add('See [[Rosa]]', { title: 'Diary', due: '2026-12-01', tags: ['day'] });
  await shelf.add('Thrown away #garden', { title: 'gone' });
  await perform(await operations.trash(), shelf.store, { page: 'gone' }, OWNER);
});
afterEach(() => shelf.close());

async function reindex(input = {}, caller = OWNER) {
  return perform(await operations.reindex(), shelf.store, input, caller);
}

/** Everything that is read out of texts, as rows. */
function derived(): Record<string, unknown[]> {
  const tables = {
    pages: 'SELECT * FROM pages ORDER BY id',
    page_tags: 'SELECT * FROM page_tags ORDER BY page_id, tag_id',
    tags: 'SELECT * FROM tags ORDER BY id',
    items: 'SELECT * FROM items ORDER BY page_id, line',
    links: 'SELECT * FROM links ORDER BY page_id, ordinal',
    names: 'SELECT * FROM names ORDER BY page_id, name, kind',
    words: 'SELECT word FROM words ORDER BY word',
  };
  return Object.fromEntries(
    Object.entries(tables).map(([name, sql]) => [name, shelf.store.all(sql)]),
  );
}

async function answers(): Promise<unknown> {
  const queries = ['roses', '~ose', 'tag:garden', 'links:rosa', '[rating:4]', 'is:trashed', ''];
  return Promise.all(queries.map((query) => shelf.search(query)));
}

describe.each([{}, { fresh: true }])('reading anew %j', (how) => {
  test('changes nothing where nothing was wrong', async () => {
    const before = [derived(), await answers()];
    expect(await reindex(how)).toEqual({ pages: 3, changed: 0 });
    expect([derived(), await answers()]).toEqual(before);
    shelf.store.run("INSERT INTO search (search) VALUES ('integrity-check')");
    shelf.store.run("INSERT INTO word_parts (word_parts) VALUES ('integrity-check')");
  });

  test('mends what is read out of texts', async () => {
    const before = [derived(), await answers()];
    const { store } = shelf;
    store.run("UPDATE pages SET title = 'wrong', fields = NULL WHERE slug = 'roses'");
    store.run('DELETE FROM links');
    store.run("DELETE FROM names WHERE kind = 'alias'");
    store.run('DELETE FROM items');
    store.run("INSERT INTO words (word) VALUES ('nowhere')");
    store.run(
      "INSERT INTO word_parts (rowid, word) SELECT id, word FROM words WHERE word = 'nowhere'",
    );
    store.run("INSERT INTO search (rowid, body) VALUES (5, 'roses')");
    expect(await reindex(how)).toEqual({ pages: 3, changed: 1 });
    expect([derived(), await answers()]).toEqual(before);
  });
});

test('an index that was emptied is filled', async () => {
  const before = await answers();
  shelf.store.run("INSERT INTO search (search) VALUES ('delete-all')");
  expect(await shelf.slugs('roses')).toBe('');
  await reindex({ fresh: true });
  expect(await answers()).toEqual(before);
});

test('others read and write in between, and nothing is lost', async () => {
  const more = Array.from({ length: 300 }, (_, i) => `heron ${i} #birds`);
  await shelf.addAll(more);
  const told: number[] = [];
  let added = 0;
  const found = new Set<number | undefined>();
  const operation = await operations.reindex();
  const running = perform(operation, shelf.store, {}, OWNER, (done, total) => {
    told.push(done);
    expect(total).toBeGreaterThanOrEqual(done);
  });
  const ended = { yet: false };
  const rebuilt = running.finally(() => (ended.yet = true));
  while (!ended.yet) {
    found.add((await shelf.search('heron #birds')).total);
    if (added < 5) {
      await shelf.add(`stork ${added}`, { title: `s${added}` });
      await perform(
        await operations.edit_meta(),
        shelf.store,
        { pages: [`s${added}`], add_tags: ['late'] },
        OWNER,
      );
      added += 1;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await rebuilt).pages).toBeGreaterThanOrEqual(303);
  expect([...found]).toEqual([300]);
  expect(told.length).toBeGreaterThan(3);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect((await shelf.search('stork tag:late')).total).toBe(added);
});

test('a store that was read another way is known, and read anew it is not any more', async () => {
  expect(isReadAnotherWay(shelf.store)).toBe(false);
  shelf.store.run('UPDATE derivation SET version = 0');
  expect(isReadAnotherWay(shelf.store)).toBe(true);
  await reindex();
  expect(isReadAnotherWay(shelf.store)).toBe(false);
  // one that a newer scrap has read stays as it is
  shelf.store.run('UPDATE derivation SET version = 1000');
  expect(isReadAnotherWay(shelf.store)).toBe(false);
  await reindex();
  expect(shelf.store.get('SELECT version FROM derivation')).toEqual({ version: 1000 });
});

test('it is the owner’s alone, at the terminal of the store', async () => {
  await expect(reindex({}, AGENT)).rejects.toMatchObject({ code: 'not_found' });
  await expect(reindex({}, { ...OWNER, here: false })).rejects.toMatchObject({ code: 'refused' });
});
