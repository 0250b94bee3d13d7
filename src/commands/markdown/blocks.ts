import { wrapAnsi } from 'fast-wrap-ansi';
import type { Token } from 'markdown-it';

import { cleanText } from '../width.ts';
import { drawInline, noteNumber, type Paper } from './inline.ts';
import { drawTable, type Side } from './table.ts';

/** Where lists in lists in lists leave no room, lines get no narrower. */
const NARROWEST = 16;

/** Draws blocks in lines, an empty one between two of them. */
export function drawBlocks(tokens: readonly Token[], paper: Paper): string[] {
  const lines: string[] = [];
  for (const { token, inside } of parts(tokens)) {
    const drawn = drawBlock(token, inside, paper);
    if (drawn.length === 0) continue;
    if (lines.length > 0 && !token.hidden && !isTightList(token, inside)) lines.push('');
    lines.push(...drawn);
  }
  return lines;
}

interface Part {
  readonly token: Token;
  /** What stands between it and what closes it. */
  readonly inside: readonly Token[];
}

/** The outermost blocks. */
function parts(tokens: readonly Token[]): Part[] {
  const found: Part[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (token === undefined) break;
    let end = i;
    if (token.nesting === 1) {
      for (let depth = 1; depth > 0 && end + 1 < tokens.length;) {
        end += 1;
        depth += tokens[end]?.nesting ?? 0;
      }
    }
    found.push({ token, inside: tokens.slice(i + 1, end) });
    i = end;
  }
  return found;
}

function drawBlock(token: Token, inside: readonly Token[], paper: Paper): string[] {
  const { style, width } = paper;
  switch (token.type) {
    case 'heading_open':
      return wrapped(
        `${style('dim', token.markup.slice(0, 6))} ${textOf(inside, paper)}`,
        width,
      ).map((line) => style('bold', line));
    case 'inline':
      return wrapped(drawInline(token.children ?? [], paper), width);
    case 'bullet_list_open':
    case 'ordered_list_open':
      return drawList(inside, paper);
    case 'blockquote_open':
      return indented(style('dim', '│ '), style('dim', '│ '), 2, inside, paper);
    case 'fence':
    case 'code_block':
      return cleanText(token.content)
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `    ${style('yellow', line)}`);
    case 'hr':
      return [style('dim', '─'.repeat(Math.min(width, 40)))];
    case 'table_open':
      return drawRows(inside, paper);
    case 'footnote_open': {
      const mark = `[${noteNumber(token)}] `;
      return indented(style('dim', mark), ' '.repeat(mark.length), mark.length, inside, paper);
    }
    default:
      return drawBlocks(inside, paper);
  }
}

/** Draws blocks behind a mark, and what follows its line below the text. */
function indented(
  mark: string,
  below: string,
  columns: number,
  inside: readonly Token[],
  paper: Paper,
): string[] {
  const width = Math.max(NARROWEST, paper.width - columns);
  const lines = drawBlocks(inside, { ...paper, width });
  return (lines.length === 0 ? [''] : lines).map((line, i) =>
    `${i === 0 ? mark : below}${line}`.trimEnd(),
  );
}

function drawList(inside: readonly Token[], paper: Paper): string[] {
  const items = parts(inside);
  const isTight = items.every(({ inside: its }) => isTightItem(its));
  return items.flatMap(({ token, inside: its }, i) => {
    const task = takeTask(its);
    const mark = `${task ?? (token.info === '' ? '•' : `${token.info}.`)} `;
    const shown = task === undefined ? paper.style('dim', mark) : mark;
    const drawn = indented(shown, ' '.repeat(mark.length), mark.length, its, paper);
    return isTight || i === 0 ? drawn : ['', ...drawn];
  });
}

/** The box of a task, which then stands where its bullet would; it is taken out of the text. */
function takeTask(its: readonly Token[]): string | undefined {
  const first = its.find(({ type }) => type === 'inline')?.children?.[0];
  const box = /^(\[[^[\]]\]) /.exec(first?.content ?? '');
  if (first?.type !== 'text' || box === null) return undefined;
  first.content = first.content.slice(box[0].length);
  return box[1];
}

function isTightItem(its: readonly Token[]): boolean {
  return its.every(({ type, hidden }) => type !== 'paragraph_open' || hidden);
}

/** A list within a tight item follows its text at once. */
function isTightList({ type, level }: Token, inside: readonly Token[]): boolean {
  return /^(?:bullet|ordered)_list_open$/.test(type) && level > 0 && isTightItem(inside);
}

function drawRows(inside: readonly Token[], paper: Paper): string[] {
  const rows: string[][] = [];
  const sides: Side[] = [];
  for (const [i, { type, children }] of inside.entries()) {
    const row = rows.at(-1);
    if (type === 'tr_open') rows.push([]);
    if (type !== 'inline' || row === undefined) continue;
    if (rows.length === 1) sides.push(sideOf(inside[i - 1]));
    row.push(drawInline(children ?? [], paper));
  }
  return drawTable(rows, sides, paper);
}

function sideOf(cell: Token | undefined): Side {
  const style = String(cell?.attrGet('style') ?? '');
  return style.endsWith(':right') ? 'right' : style.endsWith(':center') ? 'center' : 'left';
}

function textOf(inside: readonly Token[], paper: Paper): string {
  return drawInline(inside[0]?.children ?? [], paper);
}

function wrapped(text: string, width: number): string[] {
  return wrapAnsi(text, width, { hard: true }).split('\n');
}
