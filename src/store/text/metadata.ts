import { KINDS, type Kind, STATUSES, type Status } from '../pages/words.ts';
import { isDay } from './days.ts';
import { type FieldValue, listField, stringField, tagsField } from './field-values.ts';
import { priorityOf } from './items.ts';
import { parseRule } from './repeat-words.ts';
import { slugOf } from './slug.ts';
import { isTag, trimSlashes } from './tag.ts';

/** What front matter says in scrap's words; what it does not say is absent. */
export interface Metadata {
  title?: string;
  /** `slug:`, as a slug. */
  slugHint?: string;
  kind?: Kind;
  status?: Status;
  /** `YYYY-MM-DD`. */
  due?: string;
  scheduled?: string;
  start?: string;
  /** A rule as written. */
  repeat?: string;
  /** 1 (highest) to 5. */
  priority?: number;
  /** As written: a day, or a day and a time. */
  created?: string;
  updated?: string;
  tags: string[];
  aliases: string[];
  /** Keys that scrap has no word for, or whose value it could not use, as written. */
  fields: Record<string, FieldValue>;
  warnings: string[];
}

const MOMENT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?)?$/i;

/**
 * Sorts the fields of a front matter block (front-matter.ts) into what scrap understands and the
 * rest. Keys are compared without case. Empty values say nothing; a value that cannot be what
 * its key means stays a field, with a warning where the key is scrap's own.
 */
export function metadataOf(fields: Readonly<Record<string, FieldValue>>): Metadata {
  const meta: Metadata = { tags: [], aliases: [], fields: {}, warnings: [] };
  for (const [key, value] of Object.entries(fields)) {
    const complaint = understand(meta, key.toLowerCase(), value);
    if (complaint === undefined) continue;
    meta.fields[key] = value;
    if (complaint !== '') meta.warnings.push(complaint);
  }
  return meta;
}

/** Takes one field into `meta`; else gives what to complain of, `''` for nothing. */
function understand(meta: Metadata, key: string, value: FieldValue): string | undefined {
  const words = stringField(value);
  const isEmpty = value === null || value === '';
  switch (key) {
    case 'title':
      if (words !== undefined) meta.title = words;
      return words === undefined && !isEmpty ? '' : undefined;
    case 'slug': {
      const slug = slugOf(words ?? '');
      if (slug !== '') meta.slugHint = slug;
      return slug === '' && !isEmpty ? '' : undefined;
    }
    case 'tag':
    case 'tags':
      return takeTags(meta, value);
    case 'alias':
    case 'aliases':
      meta.aliases.push(...listField(value));
      return undefined;
    case 'kind':
      return take(
        meta,
        'kind',
        KINDS.find((kind) => kind === words?.toLowerCase()),
        value,
      );
    case 'status':
      return take(
        meta,
        'status',
        STATUSES.find((status) => status === words?.toLowerCase()),
        value,
      );
    case 'due':
      return take(meta, 'due', words !== undefined && isDay(words) ? words : undefined, value);
    case 'scheduled':
    case 'start':
      return takeQuietly(meta, key, words !== undefined && isDay(words) ? words : undefined, value);
    case 'repeat':
      return takeQuietly(meta, key, parseRule(words ?? '') && words, value);
    case 'priority':
      return take(meta, 'priority', priorityOf(words ?? ''), value);
    case 'created':
    case 'date':
      return takeMoment(meta, 'created', words);
    case 'updated':
    case 'modified':
    case 'lastmod':
      return takeMoment(meta, 'updated', words);
    default:
      return '';
  }
}

const EXPECTED = {
  kind: KINDS.join(', '),
  status: STATUSES.join(', '),
  due: 'a day such as 2026-12-24',
  priority: '1 to 5',
} as const;

function take<K extends keyof typeof EXPECTED>(
  meta: Metadata,
  key: K,
  understood: Metadata[K],
  value: FieldValue,
): string | undefined {
  if (understood !== undefined) meta[key] = understood;
  if (understood !== undefined || value === null || value === '') return undefined;
  return `The front matter's ${key} is not one scrap knows (${EXPECTED[key]}); it is kept as a field.`;
}

/** The same for words that are not scrap's alone: what it cannot use is somebody else's field. */
function takeQuietly(
  meta: Metadata,
  key: 'scheduled' | 'start' | 'repeat',
  understood: string | undefined,
  value: FieldValue,
): string | undefined {
  if (understood !== undefined) meta[key] = understood;
  return understood !== undefined || value === null || value === '' ? undefined : '';
}

/** The first of the keys that name a moment counts; the others stay fields. */
function takeMoment(
  meta: Metadata,
  key: 'created' | 'updated',
  words: string | undefined,
): string | undefined {
  if (words === undefined) return undefined;
  const day = MOMENT.exec(words)?.[1];
  if (day === undefined || !isDay(day) || meta[key] !== undefined) return '';
  meta[key] = words;
  return undefined;
}

function takeTags(meta: Metadata, value: FieldValue): string | undefined {
  const written = tagsField(value).map(trimSlashes);
  const tags = written.filter((tag) => isTag(tag));
  meta.tags.push(...tags);
  if (tags.length === written.length) return undefined;
  return 'The front matter has tags with characters no tag can have (letters, digits, - _ / and emoji); they are kept as a field.';
}
