import type { Store } from '../database/store.ts';
import { ScrapError } from '../errors.ts';
import { fields, flag, optional, text, whole } from '../fields.ts';
import { findFrom } from '../notebooks/find-from.ts';
import { linkedPages, type LinkedPages } from '../notebooks/linked.ts';
import { operation } from '../operation.ts';
import { byModelOf } from '../pages/by-model.ts';
import { clipOf, fetchWarning } from '../pages/clip.ts';
import { findPage } from '../pages/find.ts';
import { given } from '../pages/given.ts';
import { type Page, toPage, toWholePage } from '../pages/page.ts';
import { relatedPages } from '../pages/related.ts';
import { type PageRow, tagsOf } from '../pages/row.ts';
import { wholePageShape } from '../pages/shape.ts';
import { LIMITS } from '../pages/words.ts';
import { cutAt } from '../text/cut.ts';
import { outlineOf, sectionIn } from '../text/sections.ts';

/** So many links and so many backlinks are told with a page. */
const LINKS = 50;
/** So many related pages. */
const RELATED = 5;

export const read = operation({
  name: 'read',
  summary: 'Read a page.',
  effect: 'reads',
  doors: { cli: true, http: true, mcp: true },
  words: 'page',
  input: () =>
    fields({
      page: text('Its slug, path, URL or [[link]]', LIMITS.title),
      from: optional(text('A page: where a [[link]] on it leads', LIMITS.title)),
      text: optional(flag('false leaves the text out')),
      section: optional(text('Only what stands under this heading', LIMITS.title)),
      offset: optional(whole('Begin at this character of the text', 0, LIMITS.text)),
      max_chars: optional(whole('At most this much of the text', 1, LIMITS.text)),
    }),
  output: wholePageShape,
  run(store, { page, from, text: wanted = true, section, offset, max_chars = LIMITS.text }) {
    const row = from === undefined ? findPage(store, page) : findFrom(store, page, from);
    const warning = fetchWarning(store, row.id, row.slug);
    const told = (listed: Page): Page =>
      warning === undefined
        ? listed
        : { ...listed, warnings: [...(listed.warnings ?? []), warning] };
    const about = () => {
      const linked = linkedPages(store, row, LINKS);
      return {
        ...linked,
        ...relatedBesides(store, row, linked),
        ...given('clip', clipOf(store, row.id)),
        ...given('by_model', byModelOf(store, row, tagsOf(store, row.id))),
      };
    };
    if (!wanted) return { ...told(toPage(store, row)), ...about() };
    const whole = told(toWholePage(store, row));
    const text = whole.text ?? '';
    const { start, end } =
      section === undefined ? { start: 0, end: text.length } : sectionOf(text, section);
    const first = Math.min(Math.max(start, offset ?? start), end);
    const piece = cutAt(text.slice(0, end), first, max_chars);
    if (piece.length === text.length) return { ...whole, ...about() };
    const next = first + piece.length;
    return {
      ...whole,
      text: piece,
      truncated: true,
      chars: text.length,
      ...(next < end ? { next_offset: next } : {}),
      // Told once: whoever reads on has it, and whoever names a section knows it.
      ...(section === undefined && first === 0 ? { outline: outlineOf(text), ...about() } : {}),
    };
  },
});

/** The most closely related pages besides those it has a link to or from. */
function relatedBesides(store: Store, row: PageRow, { links, backlinks }: LinkedPages) {
  const told = new Set([...links, ...backlinks].map(({ slug }) => slug));
  const related = relatedPages(store, row, RELATED + told.size)
    .filter(({ slug }) => !told.has(slug))
    .slice(0, RELATED)
    .map(({ slug, title, why }) => ({ slug, title, why }));
  return related.length === 0 ? {} : { related };
}

function sectionOf(text: string, section: string): { start: number; end: number } {
  const found = sectionIn(text, section);
  if (found !== undefined) return found;
  throw new ScrapError(
    'not_found',
    `The page has no heading "${section.slice(0, 60)}". Read it without section: where the text is long, its headings come with it.`,
    { reason: 'section' },
  );
}
