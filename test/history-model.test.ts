import { createHash } from 'node:crypto';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { metadataAfter, textAfter } from '../src/store/history/past.ts';
import type { PageRow } from '../src/store/pages/row.ts';
import { rebuildDerived } from '../src/store/pages/rebuild.ts';
import { type Caller, type OperationName, openStore, type Store } from '../src/store/index.ts';
import { agent, APP } from './kit/callers.ts';
import {
  type Actor,
  Model,
  type ModelPage,
  renamed,
  tagsOf,
  textTags,
  withTags,
} from './kit/history-model.ts';
import { doing, OWNER } from './kit/pages.ts';
import { everything } from './kit/rows.ts';
import { temporaryStore } from './kit/scrap.ts';
import { count } from './kit/sound.ts';

const long = process.env['SCRAP_LONG'] === '1';

const CALLERS: readonly (readonly [Actor, Caller])[] = [
  ['me', OWNER],
  ['me', APP],
  ['a', agent('a')],
  ['b', { ...OWNER, author: 'claude', client: 'b' }],
];

const TAGS = ['x', 'x/1', 'y', 'z'];
const word = fc.constantFrom('milk', 'tea', ...TAGS.map((tag) => `#${tag}`));
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const tag = fc.constantFrom(...TAGS);
const index = fc.nat({ max: 40 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** One thing somebody does; pages and changes are named by a number that wraps around. */
const step = fc.record({
  caller: fc.constantFrom(...CALLERS),
  keyed: fc.boolean(),
  act: fc.oneof(
    fc.record({ does: fc.constant('add' as const), text }),
    fc.record({ does: fc.constant('append' as const), page: index, text }),
    fc.record({ does: fc.constant('edit' as const), page: index, text, stale: fc.boolean() }),
    fc.record({
      does: fc.constant('edit_meta' as const),
      pages: fc.uniqueArray(index, { minLength: 1, maxLength: 3 }),
      due: maybe(fc.constantFrom('2026-12-01', '2026-12-24', 'none')),
      priority: maybe(fc.constantFrom('1', '5', 'none')),
      status: maybe(fc.constantFrom('waiting', 'cancelled', 'none')),
      add: maybe(tag),
      remove: maybe(tag),
    }),
    fc.record({ does: fc.constant('rename_tag' as const), from: tag, to: tag }),
    fc.record({ does: fc.constant('trash' as const), page: index }),
    fc.record({ does: fc.constant('untrash' as const), page: index }),
    fc.record({ does: fc.constant('revert one' as const), change: index }),
    fc.record({
      does: fc.constant('revert all' as const),
      by: fc.constantFrom('me', 'claude', 'a', 'b'),
      since: index,
    }),
    fc.record({ does: fc.constant('retry' as const), which: index, body: fc.boolean() }),
  ),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Kept {
  readonly operation: OperationName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  readonly answer: object;
}

/** A store and what it should be, taking the same steps. */
class Run {
  readonly file = temporaryStore();
  readonly store: Store = openStore(this.file, { mayCreate: true });
  readonly model = new Model();
  readonly kept: Kept[] = [];
  #keys = 0;

  async take({ caller: [actor, caller], keyed, act }: Step): Promise<void> {
    const { model } = this;
    const said = async (operation: OperationName, input: object) => {
      const key = keyed ? { key: `k${(this.#keys += 1)}` } : {};
      const all = { ...input, ...key };
      const answer = await doing(this.store, operation, all, caller);
      if (keyed) this.kept.push({ operation, input: all, caller, answer });
      return answer;
    };
    const refused = (code: string, operation: OperationName, input: object) =>
      expect(doing(this.store, operation, input, caller)).rejects.toMatchObject({ code });

    // what no agent may do is not even offered over MCP
    const noDoor = caller.door === 'mcp' ? 'not_found' : 'refused';

    if (act.does === 'add') {
      const { slug } = await said('add', { text: act.text });
      model.add(actor, String(slug), act.text);
      return;
    }
    if (act.does === 'retry') return this.#retry(act.which, act.body);
    if (model.pages.length === 0) return;
    const pageAt = (n: number) => model.pages[n % model.pages.length] as ModelPage;

    if (act.does === 'append') {
      const page = pageAt(act.page);
      const input = { to: page.slug, text: act.text };
      if (page.state.has('trashed')) return refused('conflict', 'add', input);
      if (actor !== 'me' && !model.isAgents(page)) return refused('refused', 'add', input);
      await said('add', input);
      const before = page.state.get('text') ?? '';
      const gap = before.endsWith('\n') ? '\n' : '\n\n';
      model.write(
        actor,
        new Map([[page, new Map(page.state).set('text', `${before}${gap}${act.text}\n`)]]),
      );
      return;
    }
    if (act.does === 'edit') {
      const page = pageAt(act.page);
      const { revision } = await doing<{ revision: number }>(this.store, 'read', {
        page: page.slug,
      });
      const input = {
        page: page.slug,
        text: act.text,
        revision: act.stale ? revision + 1 : revision,
      };
      if (actor !== 'me') return refused(noDoor, 'edit', input);
      if (act.stale || page.state.has('trashed')) return refused('conflict', 'edit', input);
      await said('edit', input);
      const next = new Map(page.state).set('text', act.text);
      const old = textTags(page.state.get('text') ?? '');
      for (const written of textTags(act.text)) {
        if (!old.has(written) && next.get(`#${written}`) === '-') next.delete(`#${written}`);
      }
      model.write(actor, new Map([[page, next]]));
      return;
    }
    if (act.does === 'edit_meta') {
      const pages = [...new Set(act.pages.map(pageAt))];
      const { due, priority, status, add, remove } = act;
      const singles = Object.entries({ due, priority, status }).filter(
        ([, value]) => value !== undefined,
      );
      const input = {
        pages: pages.map(({ slug }) => slug),
        ...Object.fromEntries(singles),
        ...(add === undefined ? {} : { add_tags: [add] }),
        ...(remove === undefined ? {} : { remove_tags: [remove] }),
      };
      if (Object.keys(input).length === 1) return refused('invalid', 'edit_meta', input);
      if (pages.some(({ state }) => state.has('trashed')))
        return refused('conflict', 'edit_meta', input);
      await said('edit_meta', input);
      const next = pages.map((page) => {
        const tags = new Set(tagsOf(page.state));
        if (remove !== undefined) tags.delete(remove);
        if (add !== undefined) tags.add(add);
        const state = withTags(page.state, tags);
        for (const [field, value = 'none'] of singles) {
          if (value === 'none') state.delete(field);
          else state.set(field, value);
        }
        return [page, state] as const;
      });
      model.write(actor, new Map(next));
      return;
    }
    if (act.does === 'rename_tag') {
      const { from, to } = act;
      if (from === to) return refused('invalid', 'rename_tag', { from, to });
      const pages = model.pages.filter(({ state }) =>
        tagsOf(state).some((one) => renamed(one, from, to)),
      );
      if (pages.length === 0) return refused('not_found', 'rename_tag', { from, to });
      await said('rename_tag', { from, to });
      model.write(actor, new Map(pages.map((page) => [page, renameOn(page, actor, from, to)])));
      return;
    }
    if (act.does === 'trash' || act.does === 'untrash') {
      const page = pageAt(act.page);
      if (actor !== 'me') return refused(noDoor, act.does, { page: page.slug });
      await said(act.does, { page: page.slug });
      const next = new Map(page.state);
      if (act.does === 'trash') next.set('trashed', 'yes');
      else next.delete('trashed');
      model.write(actor, new Map([[page, next]]));
      return;
    }
    if (act.does === 'revert one') {
      const change = (act.change % model.latest) + 1;
      const by = model.changes[change - 1];
      if (actor !== 'me' && by === 'me') return refused('refused', 'revert', { change });
      const next = model.takenBack(
        new Set([change]),
        (entry) => entry.change >= change && entry.actor === by,
      );
      expect(await said('revert', { change })).toMatchObject({ count: next.size });
      model.write(actor, next);
      return;
    }
    const since = (act.since % model.latest) + 1;
    const whose = act.by === 'me' || act.by === 'claude' ? { author: act.by } : { client: act.by };
    const input = { ...whose, since: String(since) };
    if (actor !== 'me' && act.by === 'me') return refused('refused', 'revert', input);
    const isTheirs = (by: Actor | undefined) => (act.by === 'claude' ? by !== 'me' : by === act.by);
    const changes = new Set(
      model.changes.flatMap((by, i) => (i + 1 >= since && isTheirs(by) ? [i + 1] : [])),
    );
    const next = model.takenBack(changes, (entry) => changes.has(entry.change));
    expect(await said('revert', input)).toMatchObject({ count: next.size, changes: changes.size });
    model.write(actor, next);
  }

  /** A retry answers as the first call did and writes nothing; with another body it is refused. */
  async #retry(which: number, isOther: boolean): Promise<void> {
    const kept = this.kept[which % Math.max(this.kept.length, 1)];
    if (kept === undefined) return;
    const { operation, input, caller, answer } = kept;
    const changed =
      (answer as { change?: number; pages?: { change: number }[] }).change ?? 'pages' in answer;
    if (isOther) {
      if (changed === false || !('text' in input)) return;
      const other = { ...input, text: `${String(input['text'])} more` };
      await expect(doing(this.store, operation, other, caller)).rejects.toMatchObject({
        code: 'conflict',
      });
      return;
    }
    // a revert that found nothing to do has kept nothing, and may find something now
    if (operation === 'revert' && !('change' in answer)) return;
    const again = await doing<Record<string, unknown>>(this.store, operation, input, caller);
    for (const field of ['slug', 'change', 'changes', 'count', 'left_count'] as const) {
      expect([field, again[field]]).toEqual([field, (answer as Record<string, unknown>)[field]]);
    }
  }

  /** Every page is as the model says, and nothing else has been written. */
  check(): void {
    const { store, model } = this;
    expect([count(store, 'changes'), count(store, 'pages')]).toEqual([
      model.latest,
      model.pages.length,
    ]);
    expect(store.get('SELECT max(number) AS n FROM changes')).toEqual({ n: model.latest || null });
    for (const page of model.pages) {
      const row = rowOf(store, page.slug);
      expect(stateAfter(store, row, model.latest)).toEqual(shown(page.state));
      const sha256 = createHash('sha256')
        .update(page.state.get('text') ?? '')
        .digest();
      expect(Buffer.compare(row.sha256, sha256)).toBe(0);
    }
  }

  /** Every earlier state can be made again, and what is read out of the pages is as if read anew. */
  async checkAll(): Promise<void> {
    const { store, model } = this;
    for (const page of model.pages) {
      const row = rowOf(store, page.slug);
      for (const [change, state] of page.states) {
        expect(stateAfter(store, row, change)).toEqual(shown(state));
      }
    }
    const wrote = this.kept.filter(
      ({ operation, answer }) => operation !== 'revert' || 'change' in answer,
    );
    expect(count(store, '(SELECT DISTINCT id FROM captures)')).toBe(wrote.length);
    const before = everything(this.file);
    await rebuildDerived(store, () => {});
    const after = everything(this.file);
    for (const [table, rows] of before) expect([table, after.get(table)]).toEqual([table, rows]);
    expect(store.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  }
}

function renameOn(page: ModelPage, actor: Actor, from: string, to: string): Map<string, string> {
  const tags = tagsOf(page.state);
  const wanted = new Set(tags.map((one) => renamed(one, from, to) ?? one));
  const state = new Map<string, string>();
  for (const [part, value] of page.state) {
    const name =
      part.startsWith('#') && value === '+' ? renamed(part.slice(1), from, to) : undefined;
    state.set(name === undefined ? part : `#${name}`, value);
  }
  if (actor === 'me') {
    const words = (page.state.get('text') ?? '').replaceAll(/#(\S+)/g, (whole, one: string) =>
      tags.includes(one) ? `#${renamed(one, from, to) ?? one}` : whole,
    );
    state.set('text', words);
  }
  return withTags(state, wanted);
}

function rowOf(store: Store, slug: string): PageRow {
  return store.get<PageRow>('SELECT * FROM pages WHERE slug = ?', slug) as PageRow;
}

function stateAfter(store: Store, row: PageRow, change: number): object {
  const { tags, due, priority, status, trashed } = metadataAfter(store, row, change);
  return {
    text: textAfter(store, row, change).text,
    tags,
    due,
    priority,
    status,
    trashed: trashed !== undefined,
  };
}

/** The same of a page of the model. */
function shown(state: ReadonlyMap<string, string>): object {
  const [due, priority, status] = ['due', 'priority', 'status'].map((part) => state.get(part));
  const isTodo = [due, priority, status].some((value) => value !== undefined);
  return {
    text: state.get('text'),
    tags: tagsOf(state),
    due,
    priority: priority === undefined ? undefined : Number(priority),
    status: status ?? (isTodo ? 'open' : undefined),
    trashed: state.has('trashed'),
  };
}

test(
  'the store does what the model does, whoever does what in whatever order',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const run = new Run();
        try {
          for (const each of steps) {
            await run.take(each);
            run.check();
          }
          await run.checkAll();
        } finally {
          run.store.close();
        }
      }),
      { numRuns: long ? 3_000 : 60 },
    );
  },
  long ? 3_600_000 : 120_000,
);
