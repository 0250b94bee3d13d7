import type { Store } from '../database/store.ts';
import { invalid } from '../errors.ts';
import type { RetryKey } from '../history/keys.ts';
import type { Caller } from '../operation.ts';
import { append } from '../text/append.ts';
import { headings } from '../text/headings.ts';
import { findPage } from './find.ts';
import { mayAppend, refuseMirrored } from './may.ts';
import { rewrite } from './rewrite.ts';
import { refuseTrashed } from './trashed.ts';
import { LIMITS } from './words.ts';
import type { Written } from './written.ts';

/** Appends a text to a page, under a heading where one is named. */
export function appendToPage(
  store: Store,
  caller: Caller,
  what: { to: string; section: string | undefined; text: string; origin: string | undefined },
  key: RetryKey | undefined,
): Promise<Written> {
  if (what.text.trim() === '') throw invalid('There is nothing to append: the text is empty.');
  return rewrite(store, caller, {
    operation: 'append',
    origin: what.origin,
    key,
    find() {
      const row = findPage(store, what.to);
      refuseTrashed(row);
      refuseMirrored(store, row);
      mayAppend(store, caller, row);
      return row;
    },
    plan(_, text) {
      const longer = append(text, what.text, what.section, headings(text));
      if (longer.length > LIMITS.text) {
        throw invalid('The page would be longer than 10 MiB. Add a new page instead.');
      }
      return { text: longer };
    },
  });
}
