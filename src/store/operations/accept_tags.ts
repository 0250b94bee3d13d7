import { invalid } from '../errors.ts';
import { fields, optional, text, texts } from '../fields.ts';
import { operation } from '../operation.ts';
import { byModelOf } from '../pages/by-model.ts';
import { findPage } from '../pages/find.ts';
import { mayEdit } from '../pages/may.ts';
import { tagsOf } from '../pages/row.ts';
import { writtenShape } from '../pages/shape.ts';
import { LIMITS } from '../pages/words.ts';
import { tagKey } from '../text/tag.ts';
import { editMeta } from './edit_meta.ts';

export const acceptTags = operation({
  name: 'accept_tags',
  summary: 'Make tags that a model proposes for a page its own.',
  effect: 'edits',
  doors: { cli: 'tags', http: true, mcp: false },
  input: () =>
    fields({
      page: text('Its slug, path, URL or [[link]]', LIMITS.title),
      tags: optional(texts('Which of them; all where nothing is said', LIMITS.tags, LIMITS.tag)),
      key: optional(text('The same for a retry', LIMITS.key)),
    }),
  output: writtenShape,
  async run(store, { page, tags, key }, caller, progress) {
    mayEdit(caller, 'accept tags');
    const row = findPage(store, page);
    const own = tagsOf(store, row.id);
    const said = byModelOf(store, row, [])?.tags ?? [];
    const ownKeys = new Set(own.map(tagKey));
    const proposed = said.filter((tag) => !ownKeys.has(tagKey(tag)));
    const known = new Set([...said, ...own].map(tagKey));
    const odd = tags?.find((tag) => !known.has(tagKey(tag.replace(/^#/, ''))));
    // under a key they may be the page's own because it was done before
    const isNothing = (key === undefined ? proposed : said).length === 0;
    if (odd !== undefined || (tags === undefined && isNothing)) {
      const list = proposed.map((tag) => `#${tag}`).join(' ');
      const what =
        proposed.length === 0 ? 'No tags are proposed' : `Proposed are ${list}, no others,`;
      throw invalid(`${what} for ${row.slug}. Any tag is added with: scrap edit-meta`, {
        reason: 'not_proposed',
      });
    }
    const edit = { pages: [row.slug], add_tags: tags ?? said, key };
    const { pages } = await editMeta.run(store, edit, caller, progress);
    const [answer] = pages;
    if (answer === undefined) throw new Error('one page was edited and none answered');
    return answer;
  },
});
