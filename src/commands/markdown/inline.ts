import type { Token } from 'markdown-it';

import type { Style, Terminal } from '../terminal.ts';
import { clean } from '../width.ts';

/** What a text is drawn on. */
export interface Paper {
  /** In columns. */
  readonly width: number;
  readonly style: Terminal['style'];
  /** Whether the terminal makes a link of an escape sequence (OSC 8); else addresses are shown. */
  readonly links: boolean;
  /** Whether a line end in a paragraph is one on the paper, too. */
  readonly keepsLines: boolean;
}

type StyleName = Extract<Style, string>;

const STYLES: Readonly<Record<string, StyleName>> = {
  strong: 'bold',
  em: 'italic',
  s: 'strikethrough',
};

/** A link that is not closed yet: where it leads and where in the drawn text it began. */
interface OpenLink {
  readonly href: string;
  readonly from: number;
  said: string;
}

/** Draws what stands inside a paragraph, on lines as long as they come. */
export function drawInline(tokens: readonly Token[], paper: Paper): string {
  const styles: StyleName[] = [];
  let link: OpenLink | undefined;
  let drawn = '';
  const draw = (text: string, own: readonly StyleName[] = []) => {
    const safe = clean(text);
    if (link !== undefined) link.said += safe;
    const all = [...styles, ...own, ...(link === undefined ? [] : (['cyan'] as const))];
    drawn += all.length === 0 ? safe : paper.style(all, safe);
  };
  for (const token of tokens) {
    const [, name = '', side] = /^(\w+)_(open|close)$/.exec(token.type) ?? [];
    const style = STYLES[name];
    if (style !== undefined) {
      if (side === 'open') styles.push(style);
      else styles.splice(styles.lastIndexOf(style), 1);
      continue;
    }
    switch (token.type) {
      case 'link_open':
        link = { href: clean(String(token.attrGet('href') ?? '')), from: drawn.length, said: '' };
        break;
      case 'link_close':
        if (link !== undefined) drawn = closed(drawn, link, paper);
        link = undefined;
        break;
      case 'code_inline':
        draw(token.content, ['yellow']);
        break;
      case 'image':
        draw(`${token.content} (${String(token.attrGet('src') ?? '')})`.trimStart(), ['dim']);
        break;
      case 'footnote_ref':
        draw(`[${noteNumber(token)}]`, ['dim']);
        break;
      case 'hardbreak':
        drawn += '\n';
        break;
      case 'softbreak':
        drawn += paper.keepsLines ? '\n' : ' ';
        break;
      default:
        draw(token.content);
    }
  }
  return drawn;
}

/** The number that a footnote and what refers to it are shown under. */
export function noteNumber(token: Token): number {
  const id: unknown = token.meta?.['id'];
  return (typeof id === 'number' ? id : 0) + 1;
}

function closed(drawn: string, { href, from, said }: OpenLink, { links, style }: Paper): string {
  if (href === '' || (said === href && !links)) return drawn;
  const label = drawn.slice(from);
  return links
    ? `${drawn.slice(0, from)}\u001B]8;;${href}\u0007${label}\u001B]8;;\u0007`
    : `${drawn} ${style('dim', `(${href})`)}`;
}
