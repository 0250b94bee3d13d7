import type { Differences } from '../differences.ts';
import type { Who } from '../who.ts';
import { clean } from '../width.ts';
import { fit } from './cells.ts';
import { type Row, type Span, span } from './spans.ts';

/** What changed on a page in one row: `due 1 → 2 · +3 −1 words`. */
export function differencesRow({ fields, words }: Differences): Row {
  const parts: Row[] = fields.map(({ field, before, after }) => {
    if (field === 'trashed')
      return [span(after === undefined ? 'out of the trash' : 'to the trash')];
    const was = before === undefined ? span('(none)', 'dim') : span(short(before), 'removed');
    const is = after === undefined ? span('(none)', 'dim') : span(short(after), 'added');
    return [span(`${field} `), was, span(' → '), is];
  });
  if (words !== undefined) {
    const [added, removed] = [`+${words.added}`, `−${words.removed}`];
    parts.push([span(added, 'added'), span(' '), span(removed, 'removed'), span(' words', 'dim')]);
  }
  return parts.flatMap((part, i): readonly Span[] =>
    i === 0 ? part : [span(' · ', 'dim'), ...part],
  );
}

/** Who did something: `◆claude laptop`, `me cli`. */
export function whoSpan({ author, source, client }: Who): Span {
  if (author === 'claude') {
    return span(`◆claude${client === undefined ? '' : ` ${clean(client)}`}`, 'accent');
  }
  return span(source === undefined || source === author ? author : `${author} ${source}`, 'dim');
}

function short(value: string): string {
  return fit(clean(value), 40);
}
