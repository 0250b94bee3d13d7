import type { Store } from '../database/store.ts';
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
   * `title`, `tags`, `text`; and `form`, `beginning`, `inside` where it is another form of a word
   * asked for, a longer one that begins so, or one that has it inside.
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
  return ids.map((id) => {
    const page = toPage(store, pageById(store, id));
    if (terms.length === 0) return page;
    const { snippet, hits } = snippets.of(textOf(store, id));
    const inTitle = hitsIn(page.title, termsOutside(terms, 'body'));
    const inTags = hitsIn(page.tags.join(' '), termsOutside(terms, 'body', 'title'));
    const all = [...inTitle, ...inTags, ...hits];
    const matched = [
      ...(inTitle.length > 0 ? ['title'] : []),
      ...(inTags.length > 0 ? ['tags'] : []),
      ...(hits.length > 0 ? ['text'] : []),
      ...OTHER.filter((as) => all.some((hit) => hit.as === as)),
    ];
    // a text too long to be looked through to its end is where the words must be
    return { ...page, snippet, matched: matched.length > 0 ? matched : ['text'] };
  });
}

const OTHER = ['form', 'beginning', 'inside'] as const satisfies readonly Hit['as'][];

function termsOutside(terms: readonly Term[], ...columns: readonly Term['column'][]): Term[] {
  return terms.filter(({ column }) => column === undefined || !columns.includes(column));
}
