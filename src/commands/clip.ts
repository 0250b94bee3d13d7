import { sayWhen } from './dates.ts';
import type { Terminal } from './terminal.ts';
import { clean, cleanText, fit } from './width.ts';

/** What stood where a link leads; the shape is the store's. */
export interface Clip {
  url: string;
  fetched: string;
  quote?: string;
}

/** The lines that show it on a terminal: quoted, apart from the page, under where it is from. */
export function clipLines(
  terminal: Terminal,
  { clip, fields = {} }: { readonly clip?: Clip; readonly fields?: Record<string, unknown> },
): string[] {
  if (clip === undefined) return [];
  const dim = (text: string) => terminal.style('dim', text);
  const from = fit(clean(clip.url), Math.max(20, terminal.width - 30));
  const about = ['site', 'author', 'published', 'type', 'description'].flatMap((name) => {
    const value = fields[name];
    return typeof value === 'string' ? [clean(value)] : [];
  });
  const quote = clip.quote === undefined ? [] : cleanText(clip.quote).split('\n');
  const quoted = quote.map((line) => `${dim('│')} ${line}`.trimEnd());
  return [
    '',
    dim(`quoted from ${from}, ${sayWhen(clip.fetched, terminal.now)}`),
    ...(about.length === 0 ? [] : [about.join(' · ')]),
    ...quoted,
  ];
}
