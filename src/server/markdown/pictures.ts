import type { Token } from 'markdown-it';

/** A file that a name on a page leads to. */
export interface RenderedFile {
  readonly id: string;
  readonly name: string;
  readonly isPicture: boolean;
}

/** The files that names on a page lead to, by the names as written. */
export type FilesByName = ReadonlyMap<string, RenderedFile>;

/**
 * Has links that name a file lead to it, and shows pictures that are embedded: as they are shown
 * everywhere, without what the camera noted. Gives the ids of those.
 */
export function placeFiles(tokens: readonly Token[], files: FilesByName): Set<string> {
  const shown = new Set<string>();
  for (const { children } of tokens) {
    for (const [i, link] of (children ?? []).entries()) {
      const { page, written = page, isEmbed } = link.meta ?? {};
      const file = link.type === 'link_open' ? files.get(String(written)) : undefined;
      if (file === undefined) continue;
      // what is left in `meta` is no longer taken for the name of a page
      link.meta = {};
      link.attrSet('href', `/files/${file.id}/${encodeURIComponent(file.name)}`);
      link.attrSet('target', '_blank');
      const text = children?.[i + 1];
      if (isEmbed !== true || !file.isPicture || text?.type !== 'text') continue;
      text.type = 'picture';
      text.meta = { id: file.id };
      shown.add(file.id);
    }
  }
  return shown;
}

/** The HTML of a `picture` token; `escape` makes text safe between double quotes. */
export function pictureHtml({ meta, content }: Token, escape: (text: string) => string): string {
  // a size, as in ![[cat.png|300]], says nothing to who does not see it
  const alt = /^\d+(?:x\d+)?$/.test(content) ? '' : escape(content);
  return `<img src="/pictures/${String(meta?.['id'])}/large" alt="${alt}" loading="lazy">`;
}
