import { once } from '../once.ts';
import type { Store } from '../database/store.ts';
import { invalid, ScrapError } from '../errors.ts';
import { nearest } from '../nearest.ts';
import { lexemes } from './lexemes.ts';
import { parse } from './parse.ts';
import { print } from './print.ts';
import { badQuery, short } from './said.ts';

/** A query under a name: `@name` stands for it in others. */
export interface SavedSearch {
  readonly name: string;
  /** In its one spelling. */
  readonly query: string;
  readonly updated: string;
}

/** How many there may be, and how many characters a name may have. */
const MOST = 500;
export const LONGEST_NAME = 40;

const NAME = once(() => /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*$/u);

/** All saved searches, in the order of their names. */
export function savedSearches(store: Store): SavedSearch[] {
  return store.all('SELECT name, query, updated FROM searches ORDER BY name LIMIT ?', MOST);
}

/**
 * Saves a query under a name, with or without its `@`, in place of what had it. Throws `invalid`
 * for a name that could not be written in a query, and for a query that asks for nothing.
 */
export function saveSearch(store: Store, named: string, written: string): SavedSearch {
  const name = nameOf(named);
  const { tree, sort } = parse(written);
  const query = print(tree, sort);
  if (query === '') {
    throw badQuery(`"${short(written)}" asks for nothing. Write what to look for.`, 0);
  }
  const others = 'SELECT count(*) AS n FROM searches WHERE name <> ?';
  return store.write(() => {
    if ((store.get<{ n: number }>(others, name)?.n ?? 0) >= MOST) {
      throw invalid(`There are ${MOST} saved searches already. Remove one first.`);
    }
    const updated = store.now();
    store.run(
      'REPLACE INTO searches (name, query, updated) VALUES (?, ?, ?)',
      name,
      query,
      updated,
    );
    return { name, query, updated };
  });
}

/** Removes a saved search and gives what it was. Throws `not_found` with the nearest name. */
export function forgetSearch(store: Store, named: string): SavedSearch {
  const name = nameOf(named);
  return store.write(() => {
    const saved = searchNamed(store, name);
    if (saved === undefined) throw missing(store, name);
    store.run('DELETE FROM searches WHERE name = ?', name);
    return saved;
  });
}

/**
 * A query with each `@name` in it replaced by the query saved under it. An `@` before anything
 * else is text; where that is all there is, `warn` is told, with the nearest name.
 */
export function withSaved(store: Store, query: string, warn: (warning: string) => void): string {
  if (!query.includes('@')) return query;
  let whole = '';
  let at = 0;
  for (const lexeme of lexemes(query)) {
    const name = lexeme.type === 'word' && lexeme.text.startsWith('@') ? lexeme.text.slice(1) : '';
    if (!NAME().test(name)) continue;
    const saved = searchNamed(store, fold(name));
    if (saved === undefined) {
      if (query.trim() === `@${name}`) warn(notSaved(store, name));
      continue;
    }
    whole += `${query.slice(at, lexeme.at)}(${saved.query})`;
    at = lexeme.end;
  }
  return whole + query.slice(at);
}

function notSaved(store: Store, name: string): string {
  const meant = nearestName(store, name);
  const hint = meant === undefined ? '' : ` Did you mean @${meant}?`;
  return `No search is saved as "@${short(name)}", so it is looked for as text.${hint}`;
}

function nearestName(store: Store, name: string): string | undefined {
  return nearest(
    name,
    savedSearches(store).map((saved) => saved.name),
  );
}

function searchNamed(store: Store, name: string): SavedSearch | undefined {
  return store.get('SELECT name, query, updated FROM searches WHERE name = ?', name);
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function nameOf(named: string): string {
  const name = fold(named.trim().replace(/^@/, ''));
  if (NAME().test(name) && name.length <= LONGEST_NAME) return name;
  throw invalid(
    `"${short(named)}" cannot be the name of a search: use letters, digits, - and _, at most ${LONGEST_NAME}.`,
    { field: 'name' },
  );
}

function missing(store: Store, name: string): ScrapError {
  const meant = nearestName(store, name);
  const hint =
    meant === undefined ? 'Look at all: scrap search --saved' : `Did you mean @${meant}?`;
  return new ScrapError('not_found', `No search is saved as "@${short(name)}". ${hint}`, {
    reason: 'search',
  });
}
