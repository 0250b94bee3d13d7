import type { Terminal } from './terminal.ts';
import { clean, fit } from './width.ts';

/** What changed on a page, as every answer of history has it. */
export interface Differences {
  fields: { field: string; before?: string; after?: string }[];
  words?: { added: number; removed: number };
}

/** `due 1 → 2 · +3 −1 words` in one line, coloured where there is colour. */
export function sayDifferences(terminal: Terminal, { fields, words }: Differences): string {
  const parts = fields.map(({ field, before, after }) => {
    if (field === 'trashed') return after === undefined ? 'out of the trash' : 'to the trash';
    const was = before === undefined ? '' : terminal.style('red', short(before));
    const is = after === undefined ? '' : terminal.style('green', short(after));
    return `${field} ${was || '(none)'} → ${is || '(none)'}`;
  });
  if (words !== undefined) {
    const added = terminal.style('green', `+${words.added}`);
    const removed = terminal.style('red', `−${words.removed}`);
    parts.push(`${added} ${removed} words`);
  }
  return parts.join(' · ');
}

/** The same for a pipe, where a TAB stands between the columns: `due=2026-12-01` and `+3-1`. */
export function differencesLine({ fields, words }: Differences): string {
  const said = fields.map(({ field, after = '' }) => `${field}=${clean(after)}`).join(' ');
  return `${words === undefined ? '' : `+${words.added}-${words.removed}`}\t${said}`;
}

function short(value: string): string {
  return fit(clean(value), 40);
}
