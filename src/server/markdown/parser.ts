import MarkdownParser, { type MarkdownIt, type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';

import { mayLink } from './links.ts';
import { wikilinks } from './wikilinks.ts';

/** The one reading of Markdown, whatever it is then drawn as. */
export function markdownParser(): MarkdownIt {
  const made = new MarkdownParser({ html: false, linkify: true });
  made.validateLink = mayLink;
  // Without a scheme, every `readme.md` would be a link to Moldova.
  made.linkify.set({ fuzzyLink: false });
  return made.use(footnotes).use(wikilinks);
}

/** The tokens without a first heading that says the page's title once more. */
export function withoutTitle(markdown: MarkdownIt, tokens: Token[], title: string): Token[] {
  const [heading, inline] = tokens;
  if (heading?.type !== 'heading_open' || heading.tag !== 'h1' || inline === undefined) {
    return tokens;
  }
  const { children } = inline;
  const said = markdown.renderer.renderInlineAsText(children ?? [], markdown.options, {});
  return said.trim() === title ? tokens.slice(3) : tokens;
}
