import type { Diff } from '../diff.ts';
import type { Reverted } from '../taken-back.ts';
import { clean, cleanText } from '../width.ts';
import { fit } from './cells.ts';
import type { Event } from './effect.ts';
import { differencesRow, whoSpan } from './differences-row.ts';
import { type Row, type Span, span } from './spans.ts';
import { flow } from './wrap.ts';

/** So many lines are shown around what changed. */
const AROUND = 3;

const laid = new WeakMap<Diff, { columns: number; rows: Row[] }>();

/** What changed on a page: its fields, and its text with what was put in and taken out. */
export function diffRows(diff: Diff, columns: number): Row[] {
  const kept = laid.get(diff);
  if (kept?.columns === columns) return kept.rows;
  const rows = layDiff(diff, columns);
  laid.set(diff, { columns, rows });
  return rows;
}

function layDiff(diff: Diff, columns: number): Row[] {
  const facts = differencesRow(diff);
  const head = facts.length === 0 ? [span('nothing changed', 'dim')] : facts;
  if (diff.words === undefined) return [head];
  const pieces = diff.pieces.map(({ kind, text }, i): Span => {
    const shown = cleanText(text).replaceAll('\t', '    ');
    if (kind !== 'same') return span(shown, kind);
    return span(around(shown, i === 0, i === diff.pieces.length - 1));
  });
  return [head, [], ...flow(pieces, columns)];
}

/** What stayed, but for what is far from anything that did not. */
function around(text: string, isFirst: boolean, isLast: boolean): string {
  const lines = text.split('\n');
  if (lines.length <= 2 * AROUND + 1) return text;
  const before = isFirst ? [] : lines.slice(0, AROUND);
  const after = isLast ? [] : lines.slice(-AROUND);
  const left = lines.length - before.length - after.length;
  return [...before, `… ${left} lines …`, ...after].join('\n');
}

/** What taking something back would do, page by page, and what it would leave. */
export function revertRows({ pages, count, left, left_count }: Reverted): Row[] {
  const rows: Row[] = [];
  if (count === 0) rows.push([span('There is nothing to take back.', 'dim')], []);
  for (const page of pages) {
    rows.push([span(clean(page.title), 'strong'), span(`  ${page.slug}`, 'dim')]);
    rows.push([span('  '), ...differencesRow(page)]);
  }
  if (count > pages.length) rows.push([span(`… and ${count - pages.length} more pages`, 'dim')]);
  if (left.length > 0) rows.push([], [span('Stays as it is, since it was changed later:', 'dim')]);
  for (const page of left) {
    const what = page.fields[0] === 'page' ? '' : `${page.fields.join(', ')}, `;
    rows.push([
      span(`${clean(page.title)}  `),
      span(`${what}change ${page.change} by `, 'dim'),
      whoSpan(page),
    ]);
  }
  if (left_count > left.length) rows.push([span(`… and ${left_count - left.length} more`, 'dim')]);
  return rows;
}

/** What renaming a tag would do. */
export function renamingRows(would: Extract<Event, { is: 'would rename' }>): Row[] {
  const { to, count, merges, pages } = would;
  const rows: Row[] = [[span(count === 1 ? 'On 1 page:' : `On ${count} pages:`, 'dim')]];
  for (const slug of pages) rows.push([span(`  ${fit(slug, 80)}`)]);
  if (count > pages.length) rows.push([span(`  … and ${count - pages.length} more`, 'dim')]);
  if (merges) rows.push([], [span(`There is a tag #${to} already: the two become one.`)]);
  return rows;
}
