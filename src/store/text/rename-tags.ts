import { bodyOf } from './body.ts';
import { tagsField } from './field-values.ts';
import { findLinks } from './links.ts';
import { prose } from './prose.ts';
import { distinctTags, isColour, tagKey, trimSlashes } from './tag.ts';
import { tagsIn } from './tags-in-text.ts';

/** What a tag is called from now on; undefined for one that keeps its name. */
export type Renaming = (tag: string) => string | undefined;

/** Renames a tag and the tags below it: with `a` to `x`, `a/b` becomes `x/b`. */
export function renaming(from: string, to: string): Renaming {
  const key = tagKey(from);
  const depth = trimSlashes(from).split('/').length;
  return (tag) => {
    const its = tagKey(tag);
    if (its !== key && !its.startsWith(`${key}/`)) return undefined;
    return [to, ...trimSlashes(tag).split('/').slice(depth)].join('/');
  };
}

/**
 * The text with its tags renamed: those in its prose, each in its place, and those of its front
 * matter. Code, links and addresses stay, as does a tag whose new name would be a colour there.
 */
export async function renameTags(text: string, rename: Renaming): Promise<string> {
  const { text: body } = await bodyOf(text);
  const renamed = renameInBody(text, text.length - body.length, rename);
  return renamed.startsWith('---') ? renameInFrontMatter(renamed, rename) : renamed;
}

function renameInBody(text: string, from: number, rename: Renaming): string {
  const masked = prose(text, from);
  const parts: string[] = [];
  let at = 0;
  for (const { tag, start, end } of tagsIn(masked, findLinks(text, masked))) {
    const next = rename(tag);
    if (next === undefined || isColour(next)) continue;
    const begin = text.indexOf(tag, start + 1);
    parts.push(text.slice(at, begin), next, text.slice(begin + tag.length, end));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** Where its line cannot be changed without changing another, it stays as it is. */
async function renameInFrontMatter(text: string, rename: Renaming): Promise<string> {
  const { changeFrontMatter, frontMatterFields } = await import('./front-matter-fields.ts');
  const says = frontMatterFields(text);
  const lines: Record<string, string[]> = {};
  for (const name of ['tags', 'tag']) {
    const before = tagsField(says.get(name)?.value);
    const after = distinctTags(before.map((tag) => rename(tag) ?? tag));
    if (after.join() !== before.join()) lines[name] = after;
  }
  return Object.keys(lines).length === 0 ? text : (changeFrontMatter(text, lines) ?? text);
}
