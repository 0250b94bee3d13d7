import type { MarkdownIt, Token } from 'markdown-it';

import { bodyOf } from '../../store/index.ts';
import { pointLinks, type Resolved, sortLinks } from './links.ts';
import { markdownParser, withoutTitle } from './parser.ts';
import { type FilesByName, pictureHtml, placeFiles } from './pictures.ts';
import { boxTasks, tickHtml } from './tasks.ts';

/** How much of a text is rendered, in characters: a hostile one then costs half a second. */
const RENDERED = 128 * 1024;
/** How much code is coloured in a block and in a page; the rest stays as it is. */
const COLOURED = { block: 16 * 1024, page: 64 * 1024 };
/** So many names are looked up; links beyond are made all the same, but not marked. */
const LOOKED_UP = 200;

/** What rendering has to know of a page besides its text. */
export interface About {
  readonly title: string;
  /** Its path, where it was imported: its lines are then wrapped by whoever wrote the file. */
  readonly path?: string | undefined;
  /** Finds out where names of pages lead. */
  readonly resolve: (names: readonly string[]) => Promise<Resolved>;
  /** Finds out which names are those of files that are kept; none are unless said. */
  readonly findFiles?: (names: readonly string[]) => Promise<FilesByName>;
}

export interface Rendered {
  /** Safe to show: no markup of the text's own, and no address but http, https and mailto. */
  readonly html: string;
  /** The text was longer than is rendered; `html` ends at this line (from 1) of it. */
  readonly until?: number;
  /** The ids of the files that `html` shows as pictures. */
  readonly shown: ReadonlySet<string>;
}

const markdown = parser();

/** Renders a page's text, without its front matter and without a heading that says its title. */
export async function render(text: string, about: About): Promise<Rendered> {
  const body = await bodyOf(text);
  const piece = firstLines(body.text, RENDERED);
  const lines = piece.split(/\r\n?|\n/);
  const cut = piece.length < body.text.length ? { until: body.line + lines.length - 2 } : {};
  if (/\.org$/i.test(about.path ?? '')) {
    return {
      html: `<pre tabindex="0">${markdown.utils.escapeHtml(piece)}</pre>`,
      shown: new Set(),
      ...cut,
    };
  }
  const env = { keepsLines: about.path === undefined };
  const tokens = withoutTitle(markdown, markdown.parse(piece, env), about.title);
  alignCells(tokens);
  const names = sortLinks(tokens, newToken);
  const shown = placeFiles(tokens, await filesIn(tokens, about));
  pointLinks(tokens, await about.resolve([...names].slice(0, LOOKED_UP)));
  boxTasks(tokens, lines, body.line, newToken);
  await colourCode(tokens);
  return { html: markdown.renderer.render(tokens, markdown.options, env), shown, ...cut };
}

/** The files that links lead to. */
async function filesIn(tokens: readonly Token[], { findFiles }: About): Promise<FilesByName> {
  const links = tokens.flatMap(({ children }) => children ?? []);
  const names = links
    .map(({ meta }): unknown => meta?.['written'] ?? meta?.['page'])
    .filter((name) => typeof name === 'string');
  const some = [...new Set(names)].slice(0, LOOKED_UP);
  return findFiles === undefined || some.length === 0 ? new Map() : findFiles(some);
}

function parser(): MarkdownIt {
  const made = markdownParser();
  const { rules } = made.renderer;
  const { escapeHtml } = made.utils;
  rules['tick'] = (tokens, i) => tickHtml(tokens[i] ?? fault(), escapeHtml);
  rules['picture'] = (tokens, i) => pictureHtml(tokens[i] ?? fault(), escapeHtml);
  rules['softbreak'] = (_tokens, _i, _options, env) => (env?.['keepsLines'] ? '<br>\n' : '\n');
  // What scrolls sideways must be reachable from the keyboard.
  rules['table_open'] = () => '<div class="table" tabindex="0"><table>';
  rules['table_close'] = () => '</table></div>\n';
  rules['code_block'] = rules['fence'] = (tokens, i) => {
    const { content, meta } = tokens[i] ?? fault();
    const coloured = meta?.['html'];
    const html = typeof coloured === 'string' ? coloured : escapeHtml(content);
    return `<pre tabindex="0"><code>${html}</code></pre>\n`;
  };
  return made;
}

function fault(): never {
  throw new Error('a rule was called without a token');
}

/** The class of tokens, which markdown-it names only as a type. */
const newToken = new markdown.core.State('', markdown, {}).Token;

/** The lines from the first one on that fit into `most` characters; at least a part of the first. */
function firstLines(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf('\n', most);
  return text.slice(0, end === -1 ? most : end + 1);
}

/** Inline styles are forbidden in the app, so alignment becomes a class. */
function alignCells(tokens: readonly Token[]): void {
  for (const token of tokens) {
    const side = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
    if (side !== undefined) token.attrs = [['class', `align-${side}`]];
  }
}

async function colourCode(tokens: readonly Token[]): Promise<void> {
  let left = COLOURED.page;
  for (const token of tokens) {
    const language = /^[\w+#-]{1,20}/.exec(token.info)?.[0];
    const size = token.content.length;
    if (token.type !== 'fence' || language === undefined) continue;
    if (size > Math.min(left, COLOURED.block)) continue;
    left -= size;
    const { colour } = await import('./colours.ts');
    const html = colour(token.content, language);
    if (html !== undefined) token.meta = { html };
  }
}
