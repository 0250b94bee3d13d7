import type { Token } from 'markdown-it';

/** Which pages names lead to: slugs by name, undefined for a name that leads nowhere. */
export type Resolved = ReadonlyMap<string, string | undefined>;

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const ALLOWED = new Set(['http', 'https', 'mailto']);

/** Whether an address may stand in a link at all: any relative one, and three schemes. */
export function mayLink(address: string): boolean {
  const scheme = SCHEME.exec(address.trim())?.[1];
  return scheme === undefined || ALLOWED.has(scheme.toLowerCase());
}

/**
 * Gives every link of a parsed text what kind it is, and turns every image into a link, so that
 * reading a page fetches nothing from anywhere. Answers the names of pages that are linked to.
 */
export function sortLinks(tokens: readonly Token[], newToken: typeof Token): Set<string> {
  const names = new Set<string>();
  for (const token of tokens) {
    if (token.children === null) continue;
    token.children = withoutImages(token.children, newToken);
    for (const link of token.children) {
      if (link.type !== 'link_open') continue;
      const page = pageName(link);
      if (page === undefined) markOutside(link);
      else {
        const written = writtenName(link);
        link.meta = { ...link.meta, page, ...(written === '' ? {} : { written }) };
        names.add(page);
      }
    }
  }
  return names;
}

/** Sets the addresses of links to pages. A name that was not looked up is a link all the same. */
export function pointLinks(tokens: readonly Token[], resolved: Resolved): void {
  for (const link of tokens.flatMap((token) => token.children ?? [])) {
    const page = link.meta?.['page'];
    if (link.type !== 'link_open' || typeof page !== 'string') continue;
    const slug = resolved.get(page);
    const name = slug ?? (page.split('#', 1)[0] ?? '').trim();
    link.attrSet('href', `/p/${encodeURIComponent(wellFormed(name))}`);
    if (slug === undefined && resolved.has(page)) link.attrSet('class', 'unresolved');
  }
}

/** The name of the page a link leads to; undefined where it leads elsewhere. */
function pageName(link: Token): string | undefined {
  const named = link.meta?.['page'];
  if (typeof named === 'string') return named;
  const address = String(link.attrGet('href') ?? '');
  if (SCHEME.test(address) || /^(?:#|\/\/|\/p\/)/.test(address)) return undefined;
  const path = address.split(/[?#]/, 1)[0] ?? '';
  const name = decoded(path).replace(/^(?:\.{0,2}\/)+/, '');
  return name === '' ? undefined : name;
}

/** The path in a link as its author wrote it: seen from the page, so that `../` says where. */
function writtenName(link: Token): string {
  return decoded(String(link.attrGet('href') ?? '').split(/[?#]/, 1)[0] ?? '');
}

/** Links out of scrap open beside it, and tell nobody where they stood. */
function markOutside(link: Token): void {
  const address = String(link.attrGet('href') ?? '');
  if (/^(?:#|\/(?!\/))/.test(address) || address === '') return;
  link.attrSet('rel', 'noopener noreferrer');
  link.attrSet('target', '_blank');
  link.attrSet('class', 'outside');
}

function withoutImages(children: readonly Token[], newToken: typeof Token): Token[] {
  let inLink = 0;
  return children.flatMap((child) => {
    if (child.type === 'link_open' || child.type === 'link_close') inLink += child.nesting;
    return child.type === 'image' ? linkTo(child, inLink > 0, newToken) : [child];
  });
}

function linkTo(image: Token, inLink: boolean, newToken: typeof Token): Token[] {
  const address = String(image.attrGet('src') ?? '');
  const text = new newToken('text', '', 0);
  text.content = image.content.trim() || decoded(address);
  if (inLink) return [text];
  const open = new newToken('link_open', 'a', 1);
  open.attrSet('href', address);
  open.meta = { isEmbed: true };
  return [open, text, new newToken('link_close', 'a', -1)];
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** encodeURIComponent throws on half a surrogate pair. */
function wellFormed(name: string): string {
  return name.replaceAll(/\p{Surrogate}/gu, '\u{FFFD}');
}
