import type { Store } from '../database/store.ts';
import type { Caller } from '../operation.ts';
import { fromCursor, toCursor } from '../pages/cursor.ts';
import { dayIn } from '../text/days.ts';
import { fold } from '../text/fold.ts';
import type { Asked } from './asked.ts';
import { isAnywhere, withBeginnings, withLastBegun } from './beginnings.ts';
import { compile, type Plan } from './compile.ts';
import { find, foreignCursor, isLeg, type ListPlace } from './find.ts';
import { type Count, countOf } from './hits.ts';
import { orderOf } from './order.ts';
import { parse, type Parsed } from './parse.ts';
import { print } from './print.ts';
import { quote } from './condition.ts';
import { short } from './said.ts';
import { type FoundPage, foundPages } from './found.ts';
import { partsOf, type Tree, wantedWords } from './tree.ts';
import { nearestWord } from './vocabulary.ts';

export interface SearchInput {
  readonly query: string;
  readonly limit: number;
  readonly cursor: string | undefined;
  /** The last word may be a beginning: somebody is still typing. */
  readonly complete: boolean;
}

/** A list of found pages, with what was understood. */
export interface Searched {
  readonly pages: FoundPage[];
  readonly count: Count;
  readonly nextCursor: string | undefined;
  readonly warnings: string[];
  readonly explained: {
    /** The query in its one spelling. */
    readonly query: string;
    /** What looked like grammar and was taken as text. */
    readonly text: string[];
    /** How the pages were found and listed, in words. */
    readonly plan: string;
  };
}

/** Finds pages. Throws `invalid` for a query that cannot be meant (`reason: 'bad_query'`). */
export function searchPages(store: Store, input: SearchInput, caller: Caller): Searched {
  const parsed = parse(input.query);
  const zone = caller.zone ?? store.setting.zone;
  const warnings = new Set(parsed.warnings);
  const asked: Asked = {
    store,
    zone,
    today: dayIn(zone, store.setting.now()),
    warn: (warning) => warnings.add(warning),
  };
  return store.read(() => search(store, input, parsed, asked, warnings));
}

function search(
  store: Store,
  input: SearchInput,
  parsed: Parsed,
  asked: Asked,
  warnings: Set<string>,
): Searched {
  const order = orderOf(parsed.sort);
  const after = input.cursor === undefined ? undefined : readCursor(input.cursor);
  const asWritten = (tree: Tree | undefined, plan: string) => ({
    query: print(tree, parsed.sort),
    text: parsed.asText,
    plan,
  });
  const isBlank = input.query.trim() === '';
  if (parsed.tree === undefined && parsed.sort === undefined && !isBlank) {
    const explained = asWritten(undefined, 'nothing to look for');
    const count = { n: 0, isAll: true };
    return { pages: [], count, nextCursor: undefined, warnings: [...warnings], explained };
  }
  const understood = understand(store, input, parsed.tree, after?.begun === true, asked);
  const { tree, plan, count, begun } = understood;
  const found = find(store, plan, { order, after: after?.place, limit: input.limit, count });
  if (found.warning !== undefined) asked.warn(found.warning);
  if (tree !== undefined) {
    warnOfExclusions(store, tree, input.query, asked);
    if (count.n === 0) warnOfMissing(store, tree, asked);
  }
  return {
    pages: foundPages(store, found.ids, tree),
    count,
    nextCursor: found.next === undefined ? undefined : writeCursor({ begun, place: found.next }),
    warnings: [...warnings],
    explained: asWritten(tree, begun ? `by the beginnings of words, ${found.how}` : found.how),
  };
}

interface Understood {
  readonly tree: Tree | undefined;
  readonly plan: Plan;
  readonly count: Count;
  /** Nothing had the words as they are, so longer words count that begin with them. */
  readonly begun: boolean;
}

function understand(
  store: Store,
  input: SearchInput,
  written: Tree | undefined,
  isBegun: boolean,
  asked: Asked,
): Understood {
  const isTyping = input.complete && written !== undefined;
  const tree = isTyping ? withLastBegun(written, input.query) : written;
  const plan = compile(tree, asked);
  const count = countOf(store, plan);
  const isNothing = count.n === 0 && count.isAll;
  const longer =
    tree !== undefined && (isBegun || isNothing) ? withBeginnings(store, tree) : undefined;
  if (longer !== undefined) {
    const longerPlan = compile(longer, asked);
    const longerCount = countOf(store, longerPlan);
    if (isBegun || longerCount.n > 0) {
      return { tree: longer, plan: longerPlan, count: longerCount, begun: true };
    }
  }
  return { tree, plan, count, begun: false };
}

/** `rm -rf` leaves out what was perhaps looked for: said when the two words do stand so. */
function warnOfExclusions(store: Store, tree: Tree, query: string, { warn }: Asked): void {
  const parts = partsOf(tree);
  for (const [i, part] of parts.entries()) {
    const before = parts[i - 1];
    if (part.type !== 'not' || part.of.type !== 'words' || before?.type !== 'words') continue;
    const written = query.slice(before.at, part.of.end);
    if (part.of.quoted || before.quoted || /\sNOT\s/.test(written)) continue;
    const match = quote(fold(written));
    if (store.get('SELECT 1 FROM search WHERE search MATCH ? LIMIT 1', match) === undefined)
      continue;
    warn(
      `"-${short(part.of.text)}" leaves pages out. To find it as it stands, write "${short(written)}" in quotes.`,
    );
  }
}

function warnOfMissing(store: Store, tree: Tree, { warn }: Asked): void {
  for (const words of wantedWords(tree)) {
    if (isAnywhere(store, words)) continue;
    const near = fold(words.text)
      .split(' ')
      .map((token) => nearestWord(store, token));
    const found = near.filter((word) => word !== undefined);
    if (found.length === 0) continue;
    warn(`No page has "${short(words.text)}". Nearest: ${found.join(' ')}.`);
  }
}

interface Cursor {
  readonly begun: boolean;
  readonly place: ListPlace;
}

function writeCursor({ begun, place }: Cursor): string {
  return toCursor([begun ? 'begun' : 'whole', place.leg, place.key, place.id]);
}

function readCursor(cursor: string): Cursor {
  const [how, leg, key, id] = fromCursor(cursor, ['string', 'string', 'string', 'number']);
  if (!isLeg(leg) || !Number.isSafeInteger(id)) {
    throw foreignCursor();
  }
  return { begun: how === 'begun', place: { leg, key, id } };
}
