import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Store } from '../src/store/index.ts';
import { doing, folderOf, newStore, putFile } from './kit/pages.ts';

type Step =
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  | { readonly do: 'rename'; readonly path: string; readonly to: string }
  | { readonly do: 'delete'; readonly path: string }
  | { readonly do: 'tag'; readonly path: string }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'sync' };

const path = fc.constantFrom(
  'a.md',
  'b.md',
  'B.md',
  'd/a.md',
  'd/e/c.org',
  '\u00FC.md',
  'u\u0308.md',
);
const text = fc.constantFrom('', 'x', 'y', '---\ntitle: T\n---\n', '[[a]] #t');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('write' as const), path, text }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rename' as const), path, to: path }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), path }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('tag' as const), path }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.integer({ min: 1, max: 20 }),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'sync' as const }) },
);

/** Two files whose names differ in composition alone, of which one goes. */
const SPELLED_TWICE: Step[] = [
  { do: 'write', path: '\u00FC.md', text: '' },
  { do: 'write', path: 'u\u0308.md', text: '' },
  { do: 'sync' },
  { do: 'delete', path: 'u\u0308.md' },
];

test('whatever happens to files, the pages are what they are after each sync', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const clock = { now: Date.parse('2026-11-30T12:00:00Z') };
      const store = newStore({ now: () => new Date(clock.now) });
      // never empty: then it would be a folder that is not there
      const folder = folderOf({ 'always.md': 'here' });
      await doing(store, 'notebook_add', { dir: folder, name: 'n' });
      for (const each of [...steps, { do: 'sync' } as const]) {
        if (each.do === 'sync') {
          await doing(store, 'notebook_sync', {});
          expect(pagesOf(store)).toEqual(filesOf(folder));
          expectWholeHistory(store);
        } else if (each.do === 'wait') clock.now += each.minutes * 60_000;
        else await take(store, folder, each);
        clock.now += 1000;
      }
    }),
    { numRuns: 60, examples: [[SPELLED_TWICE]] },
  );
});

async function take(
  store: Store,
  folder: string,
  step: Exclude<Step, { do: 'sync' | 'wait' }>,
): Promise<void> {
  const file = join(folder, step.path);
  if (step.do === 'write') putFile(folder, step.path, step.text);
  else if (step.do === 'tag') {
    const page = store.get<{ slug: string }>(
      'SELECT slug FROM pages WHERE path = ? AND trashed IS NULL',
      step.path,
    );
    if (page !== undefined)
      await doing(store, 'edit_meta', { pages: [page.slug], add_tags: ['mine'] });
  } else if (existsSync(file)) {
    if (step.do === 'delete') rmSync(file);
    else {
      mkdirSync(dirname(join(folder, step.to)), { recursive: true });
      renameSync(file, join(folder, step.to));
    }
  }
}

function pagesOf(store: Store): Record<string, string> {
  const rows = store.all<{ path: string; text: string }>(
    `SELECT path, text FROM pages JOIN texts ON page_id = id WHERE trashed IS NULL ORDER BY path`,
  );
  return Object.fromEntries(rows.map((row) => [row.path, row.text]));
}

function filesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.map((file) => [relative(folder, file), readFileSync(file, 'utf8')]),
  );
}

/** Changes count their pages, every page has its last change, and each series has one revision. */
function expectWholeHistory(store: Store): void {
  const miscounted = store.all(
    `SELECT number FROM changes c
     WHERE pages <> (SELECT count(*) FROM revisions WHERE change = c.number)`,
  );
  expect(miscounted).toEqual([]);
  const lost = store.all(
    `SELECT id FROM pages p WHERE revision <>
       coalesce((SELECT max(change) FROM revisions WHERE page_id = p.id), -1)`,
  );
  expect(lost).toEqual([]);
  const unmade = store.all(
    `SELECT id FROM pages p WHERE 1 <>
       (SELECT count(*) FROM revisions WHERE page_id = p.id AND before IS NULL)`,
  );
  expect(unmade).toEqual([]);
}
