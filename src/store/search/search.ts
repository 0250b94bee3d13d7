import type { Store } from '../database/store.ts';
import type { Caller } from '../operation.ts';
import { fromCursor, toCursor } from '../pages/cursor.ts';
import { dayIn } from '../text/days.ts';
import { fold } from '../text/fold.ts';
import type { Asked } from './asked.ts';
import { compile, type Plan } from './compile.ts';
import { find, foreignCursor, isLeg, type ListPlace } from './find.ts';
import { type Count, countOf } from './hits.ts';
import { orderOf } from './order.ts';
import { parse, type Parsed } from './parse.ts';
import { collectParts } from './parts.ts';
import { print } from './print.ts';
import { quote } from './condition.ts';
import { short } from './said.ts';
import { withSaved } from './saved.ts';
import { type FoundPage, foundPages } from './found.ts';
import { nearestWord } from './nearest-word.ts';
import { spellerOf } from './spellings.ts';
import { partsOf, type Reach, type Tree, wantedWords } from './tree.ts';
import { beginsFew, isAnywhere, widened, withLastBegun } from './widen.ts';

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
export async function searchPages(
  store: Store,
  given: SearchInput,
  caller: Caller,
): Promise<Searched> {
  const warnings = new Set<string>();
  const warn = (warning: string) => void warnings.add(warning);
  const query = withSaved(store, given.query, warn);
  const input = { ...given, query };
  const parsed = parse(query);
  for (const warning of parsed.warnings) warn(warning);
  const zone = caller.zone ?? store.setting.zone;
  const spell = spellerOf(store, warn);
  const asked: Asked = {
    store,
    zone,
    today: dayIn(zone, store.setting.now()),
    warn,
    spell,
    parts: await collectParts(store, parsed.tree, spell, warn),
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
  const { tree, plan, count, reach } = understand(input, parsed.tree, after?.reach, asked);
  const found = find(store, plan, { order, after: after?.place, limit: input.limit, count });
  if (found.warning !== undefined) asked.warn(found.warning);
  if (tree !== undefined) {
    warnOfExclusions(store, tree, input.query, asked);
    if (count.n === 0) warnOfMissing(tree, asked);
  }
  return {
    pages: foundPages(store, found.ids, tree, asked.spell),
    count,
    nextCursor: found.next === undefined ? undefined : writeCursor({ reach, place: found.next }),
    warnings: [...warnings],
    explained: asWritten(tree, `${HOW[reach]}${found.how}`),
  };
}

const HOW: Readonly<Record<Reach, string>> = {
  whole: '',
  beginning: 'also by the beginnings of words, ',
  inside: 'by parts of words, ',
};

/** Where fewer pages than this have the words, those with longer words that begin so follow. */
const FEW = 20;

interface Understood {
  readonly tree: Tree | undefined;
  readonly plan: Plan;
  readonly count: Count;
  /** How far words that were written plainly reach by now. */
  readonly reach: Reach;
}

/**
 * Decides how far plain words reach: as they stand, with their forms; as beginnings too where
 * that finds little; as parts of words where nothing else finds anything. A list that was begun
 * one way (`begun`) goes on that way.
 */
function understand(
  input: SearchInput,
  written: Tree | undefined,
  begun: Reach | undefined,
  asked: Asked,
): Understood {
  const isTyping = input.complete && written !== undefined;
  const tree = isTyping ? withLastBegun(written, input.query) : written;
  const understood = (wanted: Tree | undefined, reach: Reach): Understood => {
    const plan = compile(wanted, asked);
    return { tree: wanted, plan, count: countOf(asked.store, plan), reach };
  };
  if (tree === undefined || begun === 'whole') return understood(tree, 'whole');
  if (begun !== undefined) return understood(widened(tree, begun, asked) ?? tree, begun);
  const whole = understood(tree, 'whole');
  if (!whole.count.isAll || whole.count.n >= FEW) return whole;
  for (const reach of ['beginning', 'inside'] as const) {
    if (reach === 'inside' && whole.count.n > 0) break;
    const wider = widened(tree, reach, asked);
    const isWorth = wider !== undefined && (whole.count.n === 0 || beginsFew(wider, asked));
    const found = isWorth ? understood(wider, reach) : whole;
    if (found.count.n > whole.count.n) return found;
  }
  return whole;
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

function warnOfMissing(tree: Tree, asked: Asked): void {
  for (const words of wantedWords(tree)) {
    if (isAnywhere(words, asked)) continue;
    const { tokens } = asked.spell(words);
    const near = tokens.map((token) => nearestWord(asked.store, token));
    const isOther = near.some((word, i) => word !== tokens[i]);
    if (!isOther || near.includes(undefined)) continue;
    asked.warn(`No page has "${short(words.text)}". Nearest: ${near.join(' ')}.`);
  }
}

interface Cursor {
  readonly reach: Reach;
  readonly place: ListPlace;
}

function writeCursor({ reach, place }: Cursor): string {
  return toCursor([reach, place.leg, place.key, place.id]);
}

function readCursor(cursor: string): Cursor {
  const [how, leg, key, id] = fromCursor(cursor, ['string', 'string', 'string', 'number']);
  const reach = REACHES.find((each) => each === how);
  if (reach === undefined || !isLeg(leg) || !Number.isSafeInteger(id)) throw foreignCursor();
  return { reach, place: { leg, key, id } };
}

const REACHES = ['whole', 'beginning', 'inside'] as const satisfies readonly Reach[];
