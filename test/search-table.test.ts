import { afterAll, beforeAll, expect, test } from 'vitest';

import { Shelf } from './kit/found.ts';
import { searchRows } from './kit/search-rows.ts';
import { fillWithTenScripts } from './kit/ten-scripts.ts';

const shelf = new Shelf();
beforeAll(() => fillWithTenScripts(shelf.store, (now) => (shelf.now = now)));
afterAll(() => shelf.close());

test.each(searchRows())('$query', async ({ query, canonical, slugs }) => {
  const found = await shelf.search(query, { explain: true, limit: 100 });
  expect(found.explain?.query).toBe(canonical);
  expect(
    found.pages
      .map(({ slug }) => slug)
      .toSorted()
      .join(' '),
  ).toBe(slugs);
  expect(found.total).toBe(found.pages.length);
  // written as it was understood, it finds the same
  const again = await shelf.search(canonical, { explain: true, limit: 100 });
  if (canonical !== '') expect(again.pages).toEqual(found.pages);
});

test.each([
  ['plan', 'plan plans workspace'],
  ['plans', 'plans plan workspace'],
  ['plan*', 'plan plans workspace'],
  ['adr 016', 'workspace decoy'],
  ['oven', 'claude-note items plans'],
])(
  '%s: what has it in its title or as it stands comes first, then the newest',
  async (query, slugs) => {
    expect(await shelf.slugs(query)).toBe(slugs);
  },
);
