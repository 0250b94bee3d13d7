import { createHash } from 'node:crypto';

import { expect } from 'vitest';

import { metadataAfter, textAfter } from '../../src/store/history/past.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import { rebuildDerived } from '../../src/store/pages/rebuild.ts';
import type { PageRow } from '../../src/store/pages/row.ts';
import { Model, tagsOf } from './history-model.ts';
import type { ActOf, Step } from './history-steps.ts';
import { type Kept, Turn, wrote } from './history-turn.ts';
import { doing } from './pages.ts';
import { everything } from './rows.ts';
import { temporaryStore } from './scrap.ts';
import { count } from './sound.ts';

/** A store and what it should be, taking the same steps. */
export class Run {
  readonly file = temporaryStore();
  readonly store: Store = openStore(this.file, { mayCreate: true });
  readonly model = new Model();
  readonly kept: Kept[] = [];

  async take({ caller: [actor, caller], keyed, act }: Step): Promise<void> {
    if (act.does === 'retry') return this.#retry(act);
    if (act.does !== 'add' && this.model.pages.length === 0) return;
    const turn = new Turn(this, actor, caller, keyed);
    switch (act.does) {
      case 'add':
        return turn.add(act);
      case 'append':
        return turn.append(act);
      case 'edit':
        return turn.edit(act);
      case 'edit_meta':
        return turn.editMeta(act);
      case 'rename_tag':
        return turn.renameTag(act);
      case 'trash':
      case 'untrash':
        return turn.moveToTrash(act);
      case 'revert one':
        return turn.revertOne(act);
      case 'revert all':
        return turn.revertAll(act);
    }
  }

  /** A retry answers as the first call did and writes nothing; with another body it is refused. */
  async #retry({ which, body }: ActOf<'retry'>): Promise<void> {
    const kept = this.kept[which % Math.max(this.kept.length, 1)];
    // a revert that found nothing to do has kept nothing, and may find something now
    if (kept === undefined || !wrote(kept)) return;
    const { operation, input, caller, answer } = kept;
    if (body && 'text' in input) {
      const other = { ...input, text: `${String(input['text'])} more` };
      await expect(doing(this.store, operation, other, caller)).rejects.toMatchObject({
        code: 'conflict',
      });
      return;
    }
    const again = await doing(this.store, operation, input, caller);
    for (const field of ['slug', 'change', 'changes', 'count', 'left_count']) {
      expect([field, again[field]]).toEqual([field, answer[field]]);
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
    expect(count(store, '(SELECT DISTINCT id FROM captures)')).toBe(this.kept.filter(wrote).length);
    const before = everything(this.file);
    await rebuildDerived(store, () => {});
    const after = everything(this.file);
    for (const [table, rows] of before) expect([table, after.get(table)]).toEqual([table, rows]);
    expect(store.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  }
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
