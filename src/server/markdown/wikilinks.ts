import type { MarkdownIt, StateInline } from 'markdown-it';

/** The longest `[[…]]` that is read as a link, in characters: looking for its end stays cheap. */
const LONGEST = 300;

/**
 * Reads `[[name#heading|label]]` and `![[…]]` as links to pages: `link_open` tokens with what is
 * before the label in `meta.page`, for a # may be part of a name. Their address is set once it is
 * known where that leads (links.ts).
 */
export function wikilinks(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('link', 'wikilink', wikilink);
}

function wikilink(state: StateInline, silent: boolean): boolean {
  const start = state.pos;
  if (state.linkLevel > 0 || !state.src.startsWith('[[', start)) return false;
  const inside = insideOf(state.src.slice(start + 2, Math.min(start + LONGEST, state.posMax)));
  if (inside === undefined) return false;
  if (!silent) {
    const isEmbed = state.pending.endsWith('!');
    if (isEmbed) state.pending = state.pending.slice(0, -1);
    const [address = '', ...rest] = inside.split('|');
    const page = address.replace(/\\$/, '').trim();
    const label = rest.join('|').trim() || address.trim();
    if (page === '' || page.startsWith('#'))
      state.push('text', '', 0).content = label.replace(/^#/, '');
    else {
      state.push('link_open', 'a', 1).meta = { page, isEmbed };
      state.push('text', '', 0).content = label;
      state.push('link_close', 'a', -1);
    }
  }
  state.pos = start + inside.length + 4;
  return true;
}

/** What stands before the first `]]`; undefined where a bracket or a line end comes earlier. */
function insideOf(rest: string): string | undefined {
  const end = rest.search(/[[\]\n]/);
  return end > 0 && rest.startsWith(']]', end) ? rest.slice(0, end) : undefined;
}
