import type { FieldChange } from '../text/edit-front-matter.ts';
import type { FrontMatterFields } from '../text/front-matter-fields.ts';
import { tagsField } from '../text/field-values.ts';
import { tagKey } from '../text/tag.ts';
import type { Content } from './save.ts';
import { type Overlay, settle } from './overlay.ts';
import type { Next } from './rewrite.ts';
import { tagsBeside, tagsWith } from './tags-beside.ts';
import { type Kind, type Status, TODO_FIELDS } from './words.ts';

/** What of a page's metadata is to change; null takes a value away, what is absent stays. */
export interface MetaEdit {
  readonly title?: string | null;
  readonly kind?: Kind | null;
  readonly status?: Status | null;
  readonly due?: string | null;
  readonly scheduled?: string | null;
  readonly start?: string | null;
  readonly repeat?: string | null;
  readonly priority?: number | null;
  readonly addTags?: readonly string[];
  readonly removeTags?: readonly string[];
  /** Under keys scrap has no word for. */
  readonly fields?: ReadonlyMap<string, string | null>;
}

const SINGLE = ['title', ...TODO_FIELDS] as const;

/** Puts an edit beside the text, which stays as it is: an agent's way. */
export function editBeside(content: Content, edit: MetaEdit): Next {
  const overlay = singlesBeside(content, edit);
  const { tags } = settle(content.derived, content.overlay, content.text);
  const wanted = tagsWith(tags, edit.addTags ?? [], edit.removeTags ?? []);
  return { overlay: tagsBeside(overlay, content.derived.tags, wanted) };
}

/**
 * Writes an edit into the front matter for the keys that stand there, and puts the rest beside
 * the text: the owner's way. `read` reads out of a text what it says.
 */
export async function editInside(
  content: Content,
  edit: MetaEdit,
  read: (text: string) => Promise<Content>,
): Promise<Next> {
  if (!content.text.startsWith('---')) return editBeside(content, edit);
  const { changeFrontMatter, frontMatterFields } = await import('../text/front-matter-fields.ts');
  const lines = linesFor(frontMatterFields(content.text), content, edit);
  const text = Object.keys(lines).length === 0 ? undefined : changeFrontMatter(content.text, lines);
  if (text === undefined) return editBeside(content, edit);
  const overlay = withoutFields(content.overlay, lines);
  for (const key of SINGLE) if (key in lines) delete overlay[key];
  const next = await read(text);
  return { text, ...editBeside({ ...next, overlay }, withoutLines(edit, lines)) };
}

type Lines = Readonly<Record<string, FieldChange>>;

/** What the edit makes of the lines that the front matter has. */
function linesFor(says: FrontMatterFields, { derived }: Content, edit: MetaEdit): Lines {
  const lines: Record<string, FieldChange> = {};
  for (const key of SINGLE) {
    const value = edit[key];
    if (value !== undefined && says.has(key)) lines[key] = value;
  }
  for (const [key, value] of edit.fields ?? []) {
    const line = says.get(key.toLowerCase());
    if (line !== undefined) lines[key] = value;
  }
  const tags = says.get('tags') ?? says.get('tag');
  if (tags !== undefined) {
    const before = tagsField(tags.value);
    const inText = new Set(derived.tags.map(tagKey));
    const missing = edit.addTags?.filter((tag) => !inText.has(tagKey(tag)));
    const after = tagsWith(before, missing ?? [], edit.removeTags ?? []);
    if (after.map(tagKey).join() !== before.map(tagKey).join()) {
      lines[tags.key.toLowerCase()] = after;
    }
  }
  return lines;
}

/** A copy of the overlay without the fields whose lines are now written. */
function withoutFields({ fields, ...overlay }: Overlay, lines: Lines): Overlay {
  const left = Object.entries(fields ?? {}).filter(([key]) => !(key in lines));
  return left.length === 0 ? overlay : { ...overlay, fields: Object.fromEntries(left) };
}

/** What is left to say beside the text. Tags stay: some may stand in the text below. */
function withoutLines(edit: MetaEdit, lines: Lines): MetaEdit {
  const rest = Object.entries(edit).filter(([key]) => !(key in lines));
  const fields = [...(edit.fields ?? [])].filter(([key]) => !(key in lines));
  return { ...(Object.fromEntries(rest) as MetaEdit), fields: new Map(fields) };
}

/** The overlay with everything of the edit but its tags. */
function singlesBeside({ derived, overlay }: Content, edit: MetaEdit): Overlay {
  const next: Overlay = { ...overlay };
  if (edit.title === null) delete next.title;
  else if (edit.title !== undefined) next.title = edit.title;
  for (const field of TODO_FIELDS) {
    const value = edit[field];
    if (value === undefined) continue;
    // what the text says anyway need not be said again
    if ((value ?? undefined) === derived[field]) delete next[field];
    else Object.assign(next, { [field]: value });
  }
  const fields = new Map(Object.entries(overlay.fields ?? {}));
  for (const [key, value] of edit.fields ?? []) {
    if (value === null && !(key in derived.fields)) fields.delete(key);
    else fields.set(key, value);
  }
  if (fields.size > 0) next.fields = Object.fromEntries(fields);
  else delete next.fields;
  return next;
}
