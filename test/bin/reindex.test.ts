import { expect, test } from 'vitest';

import { isReadAnotherWay, openStore, operations, perform } from '../../src/store/index.ts';
import { OWNER } from '../kit/found.ts';
import { scrap, temporaryStore } from '../kit/scrap.ts';

/** A store as a scrap left it that read another title out of its pages. */
async function readAnotherWay(pages: number): Promise<string> {
  const file = temporaryStore();
  const store = openStore(file, { mayCreate: true });
  const texts = Array.from({ length: pages }, (_, i) => `# Heron ${i}`);
  const addMany = await operations.add_many();
  for (let from = 0; from < pages; from += 100) {
    await perform(addMany, store, { texts: texts.slice(from, from + 100) }, OWNER);
  }
  store.run("UPDATE pages SET title = 'old'");
  store.run('UPDATE derivation SET version = 0');
  store.close();
  return file;
}

function isStillRead(file: string): boolean {
  const store = openStore(file);
  const answer = isReadAnotherWay(store);
  store.close();
  return answer;
}

test('a store of few pages is read anew by the first command of a new version', async () => {
  const store = await readAnotherWay(3);
  const { stdout, stderr, status } = await scrap(['recent', '--field', 'title'], { store });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout.split('\n').filter((line) => line !== '')).toHaveLength(3);
  expect(stdout).not.toContain('old');
  expect(isStillRead(store)).toBe(false);
});

test('of one with many pages that is said, and reindex does it', async () => {
  const store = await readAnotherWay(501);
  const { stdout, stderr, status } = await scrap(['recent', '--field', 'title'], { store });
  expect(status).toBe(0);
  expect(stdout).toContain('old');
  expect(stderr).toContain('scrap reindex');
  expect(isStillRead(store)).toBe(true);
  const done = await scrap(['reindex'], { store });
  expect(done).toMatchObject({ status: 0, stdout: '501\t501\n', stderr: '' });
  expect((await scrap(['recent'], { store })).stderr).toBe('');
});
