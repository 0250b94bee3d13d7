import { sayWhen } from './dates.ts';
import type { Sheet } from './terminal.ts';
import { clean, cleanText, fit } from './width.ts';

/** What a model said about a page; the shape is the store's. */
export interface ByModel {
  model: string;
  at: string;
  stale?: boolean;
  title?: string;
  kind?: string;
  summary?: string;
  tags?: string[];
  related?: { slug: string; title: string }[];
  transcript?: string;
}

/** The lines that show it on a terminal, apart from the page and under the model's name. */
export function byModelLines(terminal: Sheet, slug: string, said: ByModel | undefined): string[] {
  if (said === undefined) return [];
  const dim = (text: string) => terminal.style('dim', text);
  const { model, at, stale, title, kind, summary, tags = [], related = [], transcript } = said;
  const when = sayWhen(at, terminal.now);
  const old = stale === true ? ', about an older text' : '';
  const lines = ['', dim(`said by a model (${fit(clean(model), 40)}, ${when}${old})`)];
  const head = [kind, title].flatMap((each) => each ?? []).map((each) => clean(each));
  if (head.length > 0) lines.push(`  ${head.join(': ')}`);
  if (summary !== undefined) lines.push(...indented(summary));
  if (tags.length > 0) {
    const names = tags.map((tag) => terminal.style('cyan', `#${clean(tag)}`)).join(' ');
    lines.push(`  ${dim('proposes')} ${names}  ${dim(`scrap tags accept ${slug}`)}`);
  }
  for (const page of related) {
    lines.push(`  ${dim('related')} ${fit(clean(page.title), 60)}  ${dim(page.slug)}`);
  }
  if (transcript !== undefined) lines.push(dim('  in the picture:'), ...indented(transcript));
  return lines;
}

function indented(text: string): string[] {
  return cleanText(text)
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`);
}
