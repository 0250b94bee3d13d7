import type { Store } from '../database/store.ts';
import type { Saying } from '../pages/by-model.ts';
import { putByModel } from '../pages/put-by-model.ts';
import { cutAt } from '../text/cut.ts';
import { isTag, tagKey } from '../text/tag.ts';
import type { Material } from './material.ts';

/** What a model answered, of the right types and otherwise unknown. */
export interface Answer {
  readonly summary: string;
  readonly tags: readonly string[];
  /** Slugs. */
  readonly related: readonly string[];
  readonly title: string;
  readonly kind: string;
  readonly transcript: string;
}

/** How much of an answer is kept, in characters, or entries. */
const MOST = {
  title: 120,
  kind: 40,
  summary: 1_000,
  transcript: 20_000,
  tag: 60,
  tags: 6,
  newTags: 2,
  related: 6,
} as const;

/**
 * Keeps what a model answered about a page beside it. A transaction of its own, with `also` in it;
 * where that throws, nothing is kept.
 */
export function keepAnswer(
  store: Store,
  material: Material,
  answer: Answer,
  model: string,
  also: () => void,
): void {
  store.write(() => {
    also();
    putByModel(store, material, sayingOf(answer, material), { model, at: store.now() });
  });
}

/**
 * What of an answer can be meant, whatever a page made the model say: texts without control
 * characters, tags that are some, and of the pages only those that it was shown.
 */
export function sayingOf(answer: Answer, material: Material): Saying {
  const tags = tagsAmong(answer.tags, material);
  const related = material.candidates
    .filter(({ slug }) => answer.related.includes(slug))
    .slice(0, MOST.related)
    .map(({ id }) => id);
  return {
    ...said('title', line(answer.title, MOST.title)),
    ...said('kind', line(answer.kind, MOST.kind)),
    ...said('summary', line(answer.summary, MOST.summary)),
    ...said('transcript', lines(answer.transcript, MOST.transcript)),
    ...(tags.length === 0 ? {} : { tags }),
    ...(related.length === 0 ? {} : { related }),
  };
}

/** The owner's tags first, spelled as the owner does, then at most a few new ones. */
function tagsAmong(answered: readonly string[], { knownTags, tags: own }: Material): string[] {
  const known = new Map(knownTags.map((tag) => [tagKey(tag), tag]));
  const seen = new Set(own.map(tagKey));
  const [owners, others]: [string[], string[]] = [[], []];
  for (const each of answered.slice(0, 50)) {
    const tag = each.trim().replace(/^#/, '');
    if (tag.length > MOST.tag || !isTag(tag) || seen.has(tagKey(tag))) continue;
    seen.add(tagKey(tag));
    const spelled = known.get(tagKey(tag));
    if (spelled === undefined) others.push(tag);
    else owners.push(spelled);
  }
  return [...owners, ...others.slice(0, MOST.newTags)].slice(0, MOST.tags);
}

function said<K extends keyof Saying>(name: K, text: string): { [name in K]?: string } {
  return text === '' ? {} : ({ [name]: text } as { [name in K]: string });
}

function line(text: string, most: number): string {
  return cutAt(text.replaceAll(/(?:(?![\u200C\u200D])[\p{C}\s])+/gu, ' ').trim(), 0, most);
}

function lines(text: string, most: number): string {
  const kept = text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?![\n\t\u200C\u200D])\p{C}/gu, '');
  return cutAt(kept.trim(), 0, most);
}
