import type { Sheet } from './terminal.ts';
import { clean, fit } from './width.ts';

/** What a page links to and what links to it; the shape is the store's. */
export interface Linked {
  links: {
    written: string;
    line: number;
    as?: 'child' | 'parent';
    slug?: string;
    title?: string;
    candidates?: string[];
    file?: boolean;
  }[];
  links_count: number;
  backlinks: {
    slug: string;
    title: string;
    line: number;
    as?: 'child' | 'parent';
    text: string;
  }[];
  backlinks_count: number;
  related?: { slug: string; title: string; why: string[] }[];
}

/** The lines that show a page's links on a terminal; none where it has none. */
export function linkedLines(terminal: Sheet, linked: Partial<Linked>): string[] {
  const { links = [], backlinks = [], related = [] } = linked;
  const dim = (text: string) => terminal.style('dim', text);
  const relation = ({ as }: { as?: string | undefined }) => (as ? dim(`  its ${as}`) : '');
  const lines: string[] = [];
  if (links.length > 0) lines.push('', dim(`links to ${linked.links_count}`));
  for (const link of links) {
    const written = fit(clean(link.written), 50);
    lines.push(`  ${written}  ${leads(terminal, link)}${relation(link)}`.trimEnd());
  }
  const more = (linked.links_count ?? 0) - links.length;
  if (more > 0) lines.push(dim(`  and ${more} more`));
  if (backlinks.length > 0) lines.push('', dim(`linked from ${linked.backlinks_count}`));
  for (const { slug, title, text, as } of backlinks) {
    const name = terminal.style('bold', fit(clean(title), 60));
    lines.push(`  ${name}  ${dim(slug)}${relation({ as })}`);
    lines.push(`    ${fit(clean(text), terminal.width - 4)}`);
  }
  const others = (linked.backlinks_count ?? 0) - backlinks.length;
  if (others > 0) lines.push(dim(`  and ${others} more`));
  if (related.length > 0) lines.push('', dim('related'));
  for (const { slug, title, why } of related) {
    const by = why.map((each) => (each === 'by_model' ? 'a model' : each)).join(', ');
    lines.push(`  ${terminal.style('bold', fit(clean(title), 60))}  ${dim(`${slug}  by ${by}`)}`);
  }
  return lines;
}

function leads(
  terminal: Sheet,
  { written, slug, candidates, file }: Linked['links'][number],
): string {
  if (slug === written) return '';
  if (slug !== undefined) return terminal.style('dim', `→ ${slug}`);
  if (candidates !== undefined) {
    return terminal.style('yellow', `could be ${candidates.join(', ')}`);
  }
  return file === true ? terminal.style('dim', 'a file') : terminal.style('red', 'no page yet');
}
