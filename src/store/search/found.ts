import type { Store } from '../database/store.ts';
import { besideOf } from '../pages/beside.ts';
import { type Page, toPage } from '../pages/page.ts';
import { pageById, textOf } from '../pages/row.ts';
import { type Hit, hitsIn, type Term, termOf } from './marks.ts';
import { Snippets } from './snippet.ts';
import type { Speller } from './spellings.ts';
import { type Tree, wantedWords } from './tree.ts';

/** A page in a list of search results: with what was found, where words were asked for. */
export interface FoundPage extends Page {
  snippet?: string;
  /**
   * `title`, `tags`, `text`, or who says it of what stands beside the text (`by_model`); and
   * `form`, `beginning`, `inside` where it is another form of a word asked for, a longer one that
   * begins so, or one that has it inside.
   */
  matched?: string[];
}

/** The pages of these row numbers, in this order. */
export function foundPages(
  store: Store,
  ids: readonly number[],
  tree: Tree | undefined,
  spell: Speller,
): FoundPage[] {
  const words = tree === undefined ? [] : wantedWords(tree);
  const terms = words.map((each) => termOf(each, spell(each)));
  const snippets = new Snippets(terms);
  const [inTitles, inTexts, anywhere] = [
    termsOutside(terms, 'body'),
    termsOutside(terms, 'title'),
    termsOutside(terms, 'body', 'title'),
  ];
  return ids.map((id) => {
    const page = toPage(store, pageById(store, id));
    if (terms.length === 0) return page;
    const { snippet, hits } = snippets.of(textOf(store, id));
    const inTitle = hitsIn(page.title, inTitles);
    const inTags = hitsIn(page.tags.join(' '), anywhere);
    const seen = new Set([
      ...termsOf(inTitle, inTitles),
      ...termsOf(inTags, anywhere),
      ...termsOf(hits, inTexts),
    ]);
    const missing = anywhere.filter((term) => !seen.has(term));
    const beside = missing.length === 0 ? [] : foundBeside(store, id, missing);
    const all = [...inTitle, ...inTags, ...hits, ...beside.flatMap((each) => each.hits)];
    const matched = [
      ...(inTitle.length > 0 ? ['title'] : []),
      ...(inTags.length > 0 ? ['tags'] : []),
      ...(hits.length > 0 ? ['text'] : []),
      ...new Set(beside.map(({ from }) => from)),
      ...OTHER.filter((as) => all.some((hit) => hit.as === as)),
    ];
    return {
      ...page,
      snippet: hits.length > 0 ? snippet : (beside[0]?.snippet ?? snippet),
      // a text too long to be looked through to its end is where the words must be
      matched: matched.length > 0 ? matched : ['text'],
    };
  });
}

/** What stands beside a page with one of these terms in it. */
function foundBeside(store: Store, id: number, terms: readonly Term[]) {
  const snippets = new Snippets(terms);
  return besideOf(store, id)
    .map(({ from, text }) => ({ from, ...snippets.of(text) }))
    .filter(({ hits }) => hits.length > 0);
}

function termsOf(hits: readonly Hit[], terms: readonly Term[]): Term[] {
  return hits.flatMap((hit) => terms[hit.term] ?? []);
}

const OTHER = ['form', 'beginning', 'inside'] as const satisfies readonly Hit['as'][];

function termsOutside(terms: readonly Term[], ...columns: readonly Term['column'][]): Term[] {
  return terms.filter(({ column }) => column === undefined || !columns.includes(column));
}
