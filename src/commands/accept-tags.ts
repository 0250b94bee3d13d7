import type { Call } from './command.ts';
import { pageOf } from './page-of.ts';
import { printWritten, type Written } from './written.ts';

/** `scrap tags accept <page> [<tag> …]`: makes what a model proposes the page's own. */
export async function acceptTags(call: Call): Promise<void> {
  const [, name = '', ...tags] = call.words;
  const { page } = pageOf({ ...call, words: [name] }, 'tags accept');
  const input = { page, ...(tags.length === 0 ? {} : { tags }) };
  printWritten(call.terminal, await call.perform<Written>('accept_tags', input), 'tagged');
}
