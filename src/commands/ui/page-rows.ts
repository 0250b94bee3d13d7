import { boxOf } from '../../store/index.ts';
import { byModelLines } from '../by-model.ts';
import { linkedLines } from '../linked.ts';
import { cleanText } from '../width.ts';
import { type Look, type Row, span } from './spans.ts';
import type { State, WholePage } from './state.ts';
import { wrap } from './wrap.ts';

/** A row of a page on the screen, and which line of its text it shows. */
export interface PageRow {
  readonly row: Row;
  /** From 1; absent for what is not of the text. */
  readonly line?: number;
}

/** A checkbox of a page's text. */
export interface Box {
  readonly line: number;
  readonly isDone: boolean;
  /** What stands after it, which a tick names so that no other line is ticked. */
  readonly text: string;
}

/** The width a page is laid out for, and when. */
type Around = Pick<State, 'columns' | 'now'>;

/** A page laid out for a width. */
export interface Laid {
  readonly rows: readonly PageRow[];
  readonly boxes: readonly Box[];
}

const laid = new WeakMap<WholePage, { columns: number; laid: Laid }>();

/** The rows of a page, kept for as long as neither it nor the width changes. */
export function layPage(page: WholePage, around: Around): Laid {
  const { columns } = around;
  const kept = laid.get(page);
  if (kept?.columns === columns) return kept.laid;
  const made = {
    rows: [...textRows(page, columns), ...rowsBelow(page, around)],
    boxes: boxesOf(page),
  };
  laid.set(page, { columns, laid: made });
  return made;
}

/** A text with what its lines are, as far as a terminal shows it. */
function* linesOf(
  text: string,
): Generator<{ line: string; number: number; isCode: boolean; look: Look }> {
  let fence: string | undefined;
  let isFrontMatter = false;
  for (const [i, line] of text.split('\n').entries()) {
    const number = i + 1;
    if (i === 0 && line.trimEnd() === '---') isFrontMatter = true;
    else if (isFrontMatter && line.trimEnd() === '---') {
      isFrontMatter = false;
      yield { line, number, isCode: true, look: 'dim' };
      continue;
    }
    const mark = isFrontMatter ? undefined : /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const isFence = mark !== undefined && (fence === undefined || mark.startsWith(fence));
    if (isFence) fence = fence === undefined ? mark : undefined;
    const isCode = isFrontMatter || isFence || fence !== undefined;
    yield { line, number, isCode, look: isFrontMatter || isFence ? 'dim' : lookOf(line, isCode) };
  }
}

function lookOf(line: string, isCode: boolean): Look {
  if (isCode) return 'plain';
  if (/^ {0,3}#{1,6}[ \t]/.test(line)) return 'strong';
  if (/^[ \t]*>/.test(line)) return 'dim';
  const state = boxOf(line)?.state;
  return state !== undefined && /[xX-]/.test(state) ? 'dim' : 'plain';
}

function textRows(page: WholePage, columns: number): PageRow[] {
  const rows: PageRow[] = [];
  for (const { line, number, look } of linesOf(cleanText(page.text ?? ''))) {
    for (const row of wrap(line.replaceAll('\t', '    '), columns)) {
      rows.push({ row: [span(row, look)], line: number });
    }
  }
  while (rows.at(-1)?.row[0]?.text === '') rows.pop();
  if (page.truncated === true) {
    rows.push({ row: [] }, { row: [span(`… the rest: scrap read ${page.slug}`, 'dim')] });
  }
  return rows;
}

function boxesOf(page: WholePage): Box[] {
  const boxes: Box[] = [];
  // Of the text as it is stored: a tick names the words after the box exactly.
  for (const { line, number, isCode } of linesOf((page.text ?? '').replaceAll(/\r\n?/g, '\n'))) {
    const box = isCode ? undefined : boxOf(line);
    if (box === undefined) continue;
    const isDone = box.state === 'x' || box.state === 'X';
    boxes.push({ line: number, isDone, text: line.slice(box.textStart).trim() });
  }
  return boxes;
}

/** What stands below the text: what a model said of it, what it links to and what to it. */
function rowsBelow(page: WholePage, { columns, now }: Around): PageRow[] {
  const sheet = { style: (_: unknown, text: string) => text, width: columns, now };
  const lines = [...byModelLines(sheet, page.slug, page.by_model), ...linkedLines(sheet, page)];
  return lines.flatMap((line) => {
    const look = line.startsWith(' ') ? 'plain' : 'dim';
    return wrap(line, columns).map((row) => ({ row: [span(row, look)] }));
  });
}
