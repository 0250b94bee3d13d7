import type { Store } from '../database/store.ts';
import { instantsOf } from '../search/periods.ts';
import { dayIn } from '../text/days.ts';

/*
 * What calls to models cost, in millionths of a US dollar. A call is entered with the most that it
 * can cost before it is made, and with what it did cost once that is known: what was entered by a
 * process that was killed in between counts as spent, since it may have been.
 */

/** What is paid for. */
export const SPENT_ON = ['text', 'photo'] as const;
export type SpentOn = (typeof SPENT_ON)[number];

export interface Reservation {
  /** The number of its entry. */
  readonly entry: number;
}

/** There is not enough left: today, or however long one waits. */
export interface NotEnough {
  readonly short: 'today' | 'ever';
  /** When the owner's next day begins, RFC 3339. */
  readonly until: string;
}

/**
 * Enters a call that may cost `most`, unless with that more than `budget` would be spent on the
 * owner's day. Part of no other transaction: two processes never pass the budget together.
 */
export function reserve(
  store: Store,
  call: { readonly kind: SpentOn; readonly model: string; readonly most: number },
  budget: number,
): Reservation | NotEnough {
  const now = store.setting.now();
  const day = dayIn(store.setting.zone, now);
  const until = instantsOf({ last: day }, store.setting.zone).until ?? '';
  if (call.most > budget) return { short: 'ever', until };
  return store.write(() => {
    if (spentOn(store, day) + call.most > budget) return { short: 'today', until };
    const row = store.get<{ id: number }>(
      'INSERT INTO spending (at, day, kind, model, reserved) VALUES (?, ?, ?, ?, ?) RETURNING id',
      now.toISOString(),
      day,
      call.kind,
      call.model,
      call.most,
    );
    if (row === undefined) throw new Error('INSERT … RETURNING gave no row');
    return { entry: row.id };
  });
}

/** Enters what a call did cost. Within a transaction or alone. */
export function settle(store: Store, { entry }: Reservation, spent: number): void {
  store.run('UPDATE spending SET spent = ? WHERE id = ?', spent, entry);
}

/** Takes an entry out: nothing was sent, or it was turned away unread. */
export function release(store: Store, { entry }: Reservation): void {
  store.run('DELETE FROM spending WHERE id = ?', entry);
}

/** What was spent on an owner's day, or may have been. */
function spentOn(store: Store, day: string): number {
  const sum = 'SELECT total(coalesce(spent, reserved)) AS n FROM spending WHERE day = ?';
  return store.get<{ n: number }>(sum, day)?.n ?? 0;
}

/** What was spent in some time: how many calls, for what, and what of it is not known for sure. */
export interface Spent {
  readonly usd: number;
  readonly calls: number;
  /** The part of it that was set aside for calls whose cost is not known. */
  readonly unknown_usd?: number;
}

/** What was spent, by what it was for, from one owner's day to another, both included. */
export function spentBetween(store: Store, first: string, last: string): Map<SpentOn, Spent> {
  const rows = store.all<{ kind: SpentOn; calls: number; sum: number; unknown: number }>(
    `SELECT kind, count(*) AS calls, total(coalesce(spent, reserved)) AS sum,
       total(iif(spent IS NULL, reserved, 0)) AS unknown
     FROM spending WHERE day BETWEEN ? AND ? GROUP BY kind ORDER BY kind DESC`,
    first,
    last,
  );
  return new Map(rows.map(({ kind, ...row }) => [kind, toSpent(row)]));
}

/** Several of them together. */
export function together(all: Iterable<Spent>): Spent {
  const sum = { calls: 0, sum: 0, unknown: 0 };
  for (const { usd, calls, unknown_usd = 0 } of all) {
    sum.calls += calls;
    sum.sum += usd * 1e6;
    sum.unknown += unknown_usd * 1e6;
  }
  return toSpent(sum);
}

function toSpent({ calls, sum, unknown }: { calls: number; sum: number; unknown: number }): Spent {
  const usd = (millionths: number) => Math.round(millionths) / 1e6;
  return { usd: usd(sum), calls, ...(unknown === 0 ? {} : { unknown_usd: usd(unknown) }) };
}
