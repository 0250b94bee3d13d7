import TurndownService from 'turndown';

/**
 * An element as Markdown: its words, headings, lists, quotes, code and links. Pictures are left
 * out, since showing them would tell their server; `addressOf` gives a link's address as it can be
 * opened elsewhere, or undefined where it leads nowhere harmless: then its words stay.
 */
export function toMarkdown(
  element: object,
  addressOf: (address: string) => string | undefined,
): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  service.remove(['script', 'style', 'iframe', 'object', 'form', 'button', 'svg', 'noscript']);
  service.addRule('picture', {
    filter: ['img', 'picture', 'video', 'audio'],
    replacement: () => '',
  });
  service.addRule('link', {
    filter: ['a'],
    replacement: (content, node) => {
      const words = content.trim();
      const address = addressOf(node.getAttribute('href') ?? '');
      if (words === '' || address === undefined) return content;
      return `[${words.split(/\s+/).join(' ')}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
    },
  });
  return service.turndown(element);
}
