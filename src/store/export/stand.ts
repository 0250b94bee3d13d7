import { createHash } from 'node:crypto';

import type { Store } from '../database/store.ts';
import { fromCursor, toCursor } from '../pages/cursor.ts';
import { recordOf, selectOf, TABLES } from './records.ts';

/** How far a store has come. Two stores with the same stand hold the same. */
export interface Stand {
  /** The number of the latest change, and its time, by which another history is known. */
  readonly change: number;
  readonly at: string;
  /**
   * How many pages each of the last changes touched: a long one is written in parts under one
   * number, so that what was seen of it may have been a part.
   */
  readonly pages: readonly number[];
  /** How many rows each table has that is not small, and how late the latest ones are. */
  readonly rows: Readonly<Record<string, number>>;
  readonly latest: Readonly<Record<string, string>>;
  /** A hash of all small tables. */
  readonly rest: string;
}

/** So many changes back, a long one may still be being written. */
const LAST = 50;

/** How far `store` has come; call it in a transaction. */
export function standOf(store: Store): Stand {
  const changes = store.all<{ number: number; at: string; pages: number }>(
    `SELECT number, at, pages FROM changes ORDER BY number DESC LIMIT ${LAST}`,
  );
  const rows: Record<string, number> = {};
  const latest: Record<string, string> = {};
  const rest = createHash('sha256');
  for (const table of TABLES) {
    const { type, name, news, where } = table;
    if (news === undefined) {
      for (const row of store.all<Record<string, unknown>>(selectOf(table, 'true', table.key))) {
        rest.update(`${JSON.stringify([type, recordOf(table, row)])}\n`);
      }
    } else if (where === undefined) {
      rows[type] = store.get<{ n: number }>(`SELECT count(*) AS n FROM ${name}`)?.n ?? 0;
    }
    if (news !== undefined && 'latest' in news) {
      const sql = `SELECT max(${news.latest}) AS at FROM ${name}`;
      latest[type] = store.get<{ at: string | null }>(sql)?.at ?? '';
    }
  }
  return {
    change: changes[0]?.number ?? 0,
    at: changes[0]?.at ?? '',
    pages: changes.map(({ pages }) => pages).toReversed(),
    rows,
    latest,
    rest: rest.digest('hex').slice(0, 32),
  };
}

/** A stand as callers pass it back. */
export function printStand(stand: Stand): string {
  return toCursor([JSON.stringify(stand)]);
}

/** The stand that a caller says its copy has; undefined for what is none, or one of another scrap. */
export function readStand(text: string): Stand | undefined {
  try {
    const stand = JSON.parse(fromCursor(text, ['string'])[0]) as Partial<Stand> | null;
    const { change, at, pages, rows, latest, rest } = stand ?? {};
    const fits =
      isCount(change) &&
      typeof at === 'string' &&
      Array.isArray(pages) &&
      pages.length <= LAST &&
      pages.every(isCount) &&
      Object.values(rows ?? {}).every(isCount) &&
      Object.values(latest ?? {}).every((each) => typeof each === 'string') &&
      typeof rest === 'string';
    return fits ? { change, at, pages, rows: rows ?? {}, latest: latest ?? {}, rest } : undefined;
  } catch {
    return undefined;
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/**
 * The numbers of the changes that a copy at `stand` lacks wholly or in part; undefined where it
 * must be made anew: it has another history, or something was removed for ever since, of which
 * nothing is to stay in a copy either.
 */
export function changesSince(store: Store, stand: Stand): number[] | undefined {
  const known = store.get<{ at: string }>('SELECT at FROM changes WHERE number = ?', stand.change);
  if (stand.change > 0 && known?.at !== stand.at) return undefined;
  const purged = "SELECT 1 FROM changes WHERE number > ? AND operation = 'purge'";
  if (store.get(purged, stand.change) !== undefined) return undefined;
  const first = stand.change - stand.pages.length + 1;
  return store
    .all<{ number: number; pages: number }>(
      'SELECT number, pages FROM changes WHERE number >= ? ORDER BY number',
      first,
    )
    .filter(({ number, pages }) => stand.pages[number - first] !== pages)
    .map(({ number }) => number);
}
