import { queryWords } from '../../store/index.ts';
import type { Call } from '../command.ts';
import type { Live } from './candidates.ts';

/** As many as a screen can show. */
const MOST = 50;

/** What the store of `call` has: pages by slug, tags, saved searches. */
export function liveFrom({ perform }: Call): Live {
  return {
    async pages(start) {
      const input = { limit: MOST, fields: ['slug', 'title'] };
      // what is no beginning of a slug would be another query
      if (!/^[\p{L}\p{M}\p{N}-]*$/u.test(start)) return [];
      const { pages } =
        start === ''
          ? await perform<Pages>('recent', input)
          : await perform<Pages>('search', { query: `slug:${start}*`, ...input });
      return pages.map(({ slug, title }) => ({ value: slug, says: title }));
    },
    async tags(start) {
      const input = { limit: MOST, ...(start === '' ? {} : { prefix: start }) };
      const { tags } = await perform<{ tags: { tag: string; pages: number }[] }>('tags', input);
      return tags.map(({ tag, pages }) => ({
        value: tag,
        says: pages === 1 ? '1 page' : `${pages} pages`,
      }));
    },
    async searches() {
      const { searches } = await perform<{ searches: { name: string; query: string }[] }>(
        'searches',
        {},
      );
      return searches.map(({ name, query }) => ({ value: name, says: query }));
    },
    operators: queryWords,
  };
}

interface Pages {
  readonly pages: readonly { readonly slug: string; readonly title: string }[];
}
