import { describe, expect, onTestFinished, test } from 'vitest';

import { type Caller, openStore, ScrapError, type Store } from '../src/store/index.ts';
import { agent, APP } from './kit/callers.ts';
import { doing, newStore, OWNER } from './kit/pages.ts';

interface Page {
  slug: string;
  text: string;
  tags: string[];
  revision: number;
  due?: string;
}

/** A store and a second connection to it, as another process would have. */
function twoConnections(): [Store, Store] {
  const one = newStore();
  const other = openStore(one.file);
  onTestFinished(() => other.close());
  return [one, other];
}

const days = Array.from({ length: 50 }, (_, i) =>
  new Date(Date.UTC(2027, 0, i + 1)).toISOString().slice(0, 10),
);

/** What came of several calls at once: true, or the code of what was refused. */
async function outcomes(calls: readonly Promise<unknown>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map((each) => {
    if (each.status === 'fulfilled') return true;
    if (each.reason instanceof ScrapError) return each.reason.code;
    throw each.reason;
  });
}

describe('several who write one page at once', () => {
  test('all get their change in, or are told that the page has changed', async () => {
    const [one, other] = twoConnections();
    await doing(one, 'add', { text: 'text 0', title: 'page' });
    let edits = 0;
    for (const [i, due] of days.entries()) {
      const { revision } = await doing<Page>(other, 'read', { page: 'page' });
      const [tagged, edited, dated] = await outcomes([
        doing(one, 'edit_meta', { pages: ['page'], add_tags: [`t${i}`] }, agent('laptop')),
        doing(other, 'edit', { page: 'page', text: `text ${i + 1}`, revision }, APP),
        doing(other, 'edit_meta', { pages: ['page'], due }, OWNER),
      ]);
      expect([tagged, dated]).toEqual([true, true]);
      expect([true, 'conflict']).toContain(edited);
      if (edited === true) edits += 1;
      const now = await doing<Page>(one, 'read', { page: 'page' });
      expect(now).toMatchObject({ due, tags: expect.arrayContaining([`t${i}`]) as string[] });
      if (edited === true) expect(now.text).toBe(`text ${i + 1}`);
    }
    expect(edits).toBeGreaterThan(0);
    const { tags } = await doing<Page>(one, 'read', { page: 'page' });
    expect(tags).toHaveLength(50);
    const { changes, total } = await doing<{ changes: { author: string }[]; total: number }>(
      one,
      'changes',
      { page: 'page', limit: 200 },
    );
    expect(total).toBe(1 + 100 + edits);
    expect(changes.filter(({ author }) => author === 'claude')).toHaveLength(50);
  });

  test('find their appends all in the text', async () => {
    const [one, other] = twoConnections();
    await doing(one, 'add', { text: 'minutes' });
    const pieces = Array.from({ length: 40 }, (_, i) => `piece ${i}.`);
    await Promise.all(
      pieces.map((text, i) => doing(i % 2 === 0 ? one : other, 'add', { text, to: 'minutes' })),
    );
    const { text } = await doing<Page>(one, 'read', { page: 'minutes' });
    expect(pieces.filter((piece) => !text.includes(piece))).toEqual([]);
  });

  test('who saves while another takes back is told, or is left and named', async () => {
    const [one, other] = twoConnections();
    const seen = new Set<string>();
    for (let i = 0; i < 20; i++) {
      const page = `page-${i}`;
      await doing(one, 'add', { text: 'first', title: page });
      const { revision } = await doing<Page>(one, 'read', { page });
      const { change } = await doing(
        one,
        'edit_meta',
        { pages: [page], due: '2027-01-01' },
        agent(),
      ).then(({ pages }) => (pages as { change: number }[])[0] ?? { change: 0 });
      const edit = { page, text: 'saved', revision: i % 2 === 0 ? change : revision };
      const [saved, reverted] = await outcomes([
        doing(other, 'edit', edit, APP),
        doing(one, 'revert', { change }),
      ]);
      expect(reverted).toBe(true);
      const now = await doing<Page>(one, 'read', { page });
      expect(now).not.toHaveProperty('due');
      expect(now.text).toBe(saved === true ? 'saved' : 'first');
      seen.add(String(saved));
    }
    expect(seen).toEqual(new Set(['true', 'conflict']));
  });

  test('with the same key do it once', async () => {
    const [one, other] = twoConnections();
    for (const text of ['a #x', 'b #x']) await doing(one, 'add', { text });
    const calls: readonly [string, object][] = [
      ['edit_meta', { pages: ['a-x', 'b-x'], due: '2027-01-01' }],
      ['rename_tag', { from: 'x', to: 'y' }],
      ['revert', { author: 'me', since: '3' }],
    ];
    for (const [i, [name, input]] of calls.entries()) {
      const caller: Caller = { ...OWNER };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          doing<{ change?: number; pages: { change?: number }[] }>(
            n % 2 === 0 ? one : other,
            name as 'revert',
            { ...input, key: 'k' },
            caller,
          ),
        ),
      );
      const numbers = answers.map(({ change, pages }) => change ?? pages[0]?.change);
      expect(new Set(numbers)).toEqual(new Set([3 + i]));
    }
    expect(one.get('SELECT max(number) AS n FROM changes')).toEqual({ n: 5 });
  });
});
