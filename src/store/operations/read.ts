import { fields, flag, optional, text, whole } from '../fields.ts';
import { findFrom } from '../notebooks/find-from.ts';
import { linkedPages } from '../notebooks/linked.ts';
import { operation } from '../operation.ts';
import { findPage } from '../pages/find.ts';
import { toPage, toWholePage } from '../pages/page.ts';
import { wholePageShape } from '../pages/shape.ts';
import { LIMITS } from '../pages/words.ts';
import { cutAt } from '../text/cut.ts';

/** So many links and so many backlinks are told with a page. */
const LINKS = 50;

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
      offset: optional(whole('Begin at this character of the text', 0, LIMITS.text)),
      max_chars: optional(whole('At most this much of the text', 1, LIMITS.text)),
    }),
  output: wholePageShape,
  run(store, { page, from, text: wanted = true, offset = 0, max_chars = LIMITS.text }) {
    const row = from === undefined ? findPage(store, page) : findFrom(store, page, from);
    const linked = () => linkedPages(store, row, LINKS);
    if (!wanted) return { ...toPage(store, row), ...linked() };
    const whole = toWholePage(store, row);
    const text = whole.text ?? '';
    const piece = cutAt(text, offset, max_chars);
    if (piece.length === text.length) return { ...whole, ...linked() };
    const next = offset + piece.length;
    return {
      ...whole,
      text: piece,
      truncated: true,
      chars: text.length,
      ...(next < text.length ? { next_offset: next } : {}),
      ...(offset === 0 ? linked() : {}),
    };
  },
});
