import type { Token } from 'markdown-it';

import { boxOf } from '../../store/index.ts';

/** The operation that ticks takes no longer text of a line to compare with. */
const LONGEST_EXPECTED = 10_000;

/**
 * Turns `[ ]` at the beginning of list items into checkboxes that know their line, so that a
 * tick changes exactly that one. `lines` are those of the text that was parsed, whose first is
 * line `firstLine` of the page.
 */
export function boxTasks(
  tokens: readonly Token[],
  lines: readonly string[],
  firstLine: number,
  newToken: typeof Token,
): void {
  for (const [i, item] of tokens.entries()) {
    const inline = tokens[i + 2];
    const index = inline?.map?.[0];
    if (item.type !== 'list_item_open' || inline?.type !== 'inline' || index === undefined)
      continue;
    const [text] = inline.children ?? [];
    const line = lines[index] ?? '';
    const box = boxOf(line);
    const written = /^\[.\](?:\s+|$)/u.exec(text?.content ?? '')?.[0];
    if (text?.type !== 'text' || box === undefined || written === undefined) continue;
    text.content = text.content.slice(written.length);
    const expected = line.slice(box.textStart).trim();
    const number = firstLine + index;
    const tick = new newToken('tick', '', 0);
    tick.meta = {
      state: box.state,
      line: number,
      ...(expected.length > LONGEST_EXPECTED ? {} : { expected }),
    };
    const open = new newToken('span_open', 'span', 1);
    open.attrSet('id', `line-${number}`);
    inline.children = [
      tick,
      open,
      ...(inline.children ?? []),
      new newToken('span_close', 'span', -1),
    ];
    item.attrJoin('class', 'task');
    if (box.state !== ' ') item.attrJoin('class', isTicked(box.state) ? 'is-done' : 'is-between');
  }
}

/** The checkbox of a `tick` token; `escape` makes text safe between double quotes. */
export function tickHtml({ meta }: Token, escape: (text: string) => string): string {
  const { state, line, expected } = meta ?? {};
  const attributes = [
    'type="checkbox"',
    `data-line="${Number(line)}"`,
    `aria-labelledby="line-${Number(line)}"`,
  ];
  if (typeof expected === 'string') attributes.push(`data-text="${escape(expected)}"`);
  if (isTicked(state)) attributes.push('checked');
  return `<label class="tick"><input ${attributes.join(' ')}></label>`;
}

function isTicked(state: unknown): boolean {
  return state === 'x' || state === 'X';
}
