import { createHash } from 'node:crypto';

import { ScrapError } from '../errors.ts';
import { keptRows, keptTables } from './kept.ts';
import type { Store } from './store.ts';

/** What was looked at, whether it is right, and a few words about it. */
export interface Check {
  readonly check: string;
  readonly ok: boolean;
  readonly says: string;
}

export type Finding = Omit<Check, 'check'>;

export const right = (says: string): Finding => ({ ok: true, says });
export const wrong = (says: string): Finding => ({ ok: false, says });

/** One check by its name, done when it is called. */
export type CheckToDo = readonly [string, () => Finding];

/**
 * Does checks in order, up to the first that fails, since the ones after it count on it. A file
 * that SQLite cannot read is a failed check and no error.
 */
export function doChecks(checks: readonly CheckToDo[]): Check[] {
  const done: Check[] = [];
  for (const [check, look] of checks) {
    const found = { check, ...orUnreadable(look) };
    done.push(found);
    if (!found.ok) break;
  }
  return done;
}

function orUnreadable(look: () => Finding): Finding {
  try {
    return look();
  } catch (error) {
    if (error instanceof ScrapError) return wrong(error.message);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^SQLITE_(?:CORRUPT|NOTADB|CANTOPEN|ERROR|IOERR|TOOBIG)/.test(code)) {
      return wrong(`cannot be read (${code})`);
    }
    throw error;
  }
}

/**
 * The checks of what a backup is for, without the full-text index: reading that in a file from
 * elsewhere would hand the file to the least guarded part of SQLite, and it is built anew anyway.
 */
export function checksOfKept(store: Store): CheckToDo[] {
  return [
    ['structure', () => structure(store)],
    ['references', () => references(store)],
    ['texts', () => texts(store)],
    ['revisions', () => revisions(store)],
  ];
}

function structure(store: Store): Finding {
  for (const table of keptTables(store)) {
    const said = String(store.pragma(`integrity_check('${table}')`));
    if (said !== 'ok') return wrong(`${table}: ${said}`);
  }
  return right('SQLite finds no fault');
}

function references(store: Store): Finding {
  for (const table of keptTables(store)) {
    if (store.pragma(`foreign_key_check('${table}')`) !== undefined) {
      return wrong(`${table} has rows that point nowhere`);
    }
  }
  return right('all lead somewhere');
}

/** SQLite's own checks do not see a flipped bit in a text: each is hashed again. */
function texts(store: Store): Finding {
  let count = 0;
  for (const { id, slug, sha256 } of keptRows(store, 'pages', ['id', 'slug', 'sha256'])) {
    const row = store.get<{ text: unknown }>('SELECT text FROM texts WHERE page_id = ?', id);
    if (!isHashOf(sha256, row?.text)) return wrong(`the text of ${String(slug)} has changed`);
    count += 1;
  }
  return right(`${count} hashed again, all as stored`);
}

function revisions(store: Store): Finding {
  let count = 0;
  for (const { change, page_id, sha256 } of keptRows(store, 'revisions', ['sha256'])) {
    const row = store.get<{ text: unknown }>(
      'SELECT text FROM revisions WHERE page_id = ? AND change = ?',
      page_id,
      change,
    );
    const isRight = row?.text === null ? sha256 === null : isHashOf(sha256, row?.text);
    if (!isRight) return wrong(`the text that change ${String(change)} replaced has changed`);
    count += 1;
  }
  return right(`${count} hashed again, all as stored`);
}

function isHashOf(sha256: unknown, text: unknown): boolean {
  if (typeof text !== 'string' || !Buffer.isBuffer(sha256)) return false;
  return createHash('sha256').update(text, 'utf8').digest().equals(sha256);
}

/** The whole file as SQLite sees it, the full-text index included: for stores of our own. */
export function checkWhole(store: Store): Finding {
  const said = String(store.pragma('integrity_check'));
  if (said !== 'ok') return wrong(said);
  const odd = store.get(
    `SELECT 1 FROM pages WHERE id NOT IN (SELECT id FROM search_docsize)
     UNION ALL SELECT 1 FROM search_docsize WHERE id NOT IN (SELECT id FROM pages) LIMIT 1`,
  );
  return odd === undefined
    ? right('every page is in it')
    : wrong('it lacks a page, or has one more');
}
