import type { Store } from '../database/store.ts';
import { invalid } from '../errors.ts';
import type { Caller } from '../operation.ts';
import { type Renaming, renameTags } from '../text/rename-tags.ts';
import { distinctTags, tagKey } from '../text/tag.ts';
import { aboutPage, contentOf, storedContent } from './content.ts';
import { isMirrored } from './may.ts';
import { type Overlay, settle } from './overlay.ts';
import type { Planned } from './rewrite.ts';
import type { PageRow } from './row.ts';
import { replacePage } from './save.ts';
import { tagAndBelow } from './tags.ts';
import { tagsBeside } from './tags-beside.ts';
import { LIMITS } from './words.ts';

/** All pages with a tag or one below it, those in the trash too. */
export function pagesWithTag(store: Store, tag: string): PageRow[] {
  const ids = tagAndBelow(store, tag).join(',');
  return store.all<PageRow>(
    `SELECT * FROM pages WHERE id IN (SELECT page_id FROM page_tags WHERE tag_id IN (${ids}))
     ORDER BY id`,
  );
}

/** What a page becomes when tags are renamed: its text by the owner, its overlay by an agent. */
export async function planRenaming(
  store: Store,
  caller: Caller,
  row: PageRow,
  rename: Renaming,
): Promise<Planned> {
  const content = await storedContent(store, row);
  const { tags } = settle(content.derived, content.overlay, content.text);
  const wanted = distinctTags(tags.map((tag) => checked(rename(tag)) ?? tag));
  const removed = new Set((content.overlay.tags_removed ?? []).map(tagKey));
  const text =
    caller.author === 'me' && !isMirrored(store, row)
      ? await renameTags(content.text, (tag) =>
          removed.has(tagKey(tag)) ? undefined : rename(tag),
        )
      : content.text;
  const about = aboutPage(row);
  const next = text === content.text ? content : await contentOf(store, text, about);
  const overlay = tagsBeside(renamedBeside(content.overlay, rename), next.derived.tags, wanted);
  const becomes = await storedContent(store, row, { text, overlay });
  return { row, write: (change) => replacePage(store, change, row, becomes) };
}

/** Tags that stand beside the text are renamed there. */
function renamedBeside(overlay: Overlay, rename: Renaming): Overlay {
  if (overlay.tags_added === undefined) return overlay;
  return { ...overlay, tags_added: overlay.tags_added.map((tag) => rename(tag) ?? tag) };
}

function checked(tag: string | undefined): string | undefined {
  if (tag === undefined || tag.length <= LIMITS.tag) return tag;
  throw invalid(`"${tag.slice(0, 40)}…" would be too long for a tag. Rename to something shorter.`);
}
