import type { Kind, Status } from '../pages/words.ts';
import { splitFrontMatter } from './fence.ts';
import type { FieldValue } from './field-values.ts';
import type { Item } from './items.ts';
import type { Link } from './links.ts';
import { cascade, type Fields } from './cascade.ts';
import { type Metadata, metadataOf } from './metadata.ts';
import { propertiesOf } from './properties.ts';
import { scan } from './scan.ts';
import { distinctTags } from './tag.ts';
import { cleanName, titleOf } from './title.ts';

/** All that scrap reads out of a page's text. What the text does not say is absent. */
export interface Derived {
  readonly title: string;
  /** `slug:` of the front matter, as a slug. */
  readonly slugHint?: string;
  readonly kind?: Kind;
  readonly status?: Status;
  /** `YYYY-MM-DD`. */
  readonly due?: string;
  readonly scheduled?: string;
  readonly start?: string;
  /** The rule as written, `every week`. */
  readonly repeat?: string;
  /** 1 (highest) to 5. */
  readonly priority?: number;
  /** As written: a day, or a day and a time. */
  readonly created?: string;
  readonly updated?: string;
  /** As written, without `#`, each once: those of the front matter, then those of the text. */
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  /** Front matter that scrap has no word for, or could not use: keys and values as written. */
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** All of it, with what was inherited; keys and values as written. Absent where there is none. */
  readonly frontMatter?: Readonly<Record<string, FieldValue>>;
  readonly items: readonly Item[];
  readonly links: readonly Link[];
  /** Sentences for a person about what in the text could not be read. */
  readonly warnings: readonly string[];
}

/** What is known about a page besides its text; `at` is when it was made, RFC 3339. */
export interface About {
  readonly path?: string;
  readonly title?: string;
  /** The title where a link leads. */
  readonly fetched?: string;
  readonly inherited?: Inherited;
  readonly at: string;
}

/** What others say of a page, in fields as its front matter has them, and sentences about that. */
export interface Inherited {
  readonly fields: Fields;
  readonly warnings: readonly string[];
}

const NOTHING: Inherited = { fields: {}, warnings: [] };

/** So many sentences about single lines are told; a page with more has the same fault all over. */
const MOST_LINE_WARNINGS = 10;

/**
 * Reads a page's text. What it holds never makes this fail: what cannot be read stays text, with
 * a warning. Asynchronous since the front matter parser is loaded only for texts that have some.
 */
export async function derive(text: string, about: About): Promise<Derived> {
  if (about.path !== undefined && /\.org$/i.test(about.path)) return deriveOrg(text, about);
  const { meta, frontMatter, bodyOffset } = await readMetadata(text, about.inherited);
  const { heading, firstLine, tags, items, links } = scan(text, bodyOffset);
  const { title, tags: ownTags, aliases, fields, warnings, ...known } = meta;
  return {
    title: titleOf({
      given: about.title,
      frontMatter: title,
      heading,
      fetched: about.fetched,
      path: about.path,
      firstLine,
      at: about.at,
    }),
    ...known,
    tags: distinctTags([...ownTags, ...tags]),
    aliases: [...new Set(aliases.map(cleanName).filter((alias) => alias !== ''))],
    fields,
    ...(frontMatter === undefined ? {} : { frontMatter }),
    items,
    links,
    warnings: [...warnings, ...dateWarnings(items)],
  };
}

/** Loaded once, since asking for a loaded module again takes as long as reading a short block. */
let reader: Promise<typeof import('./front-matter.ts')> | undefined;

interface Head {
  readonly meta: Metadata;
  readonly frontMatter?: Readonly<Record<string, FieldValue>>;
  readonly bodyOffset: number;
}

async function readMetadata(text: string, inherited = NOTHING): Promise<Head> {
  const split = splitFrontMatter(text);
  if (!('block' in split)) {
    const warnings = split.warning === undefined ? [] : [split.warning];
    return { ...withInherited(inherited, propertiesOf(text), warnings), bodyOffset: 0 };
  }
  const { readFrontMatter } = await (reader ??= import('./front-matter.ts'));
  const { fields, warnings } = readFrontMatter(split.block);
  // a block that could not be read is text like the rest: perhaps it is prose between two rules
  const isText = warnings.length > 0 && Object.keys(fields).length === 0;
  const head = withInherited(inherited, fields, warnings);
  return isText ? { ...head, bodyOffset: 0 } : { ...head, bodyOffset: split.bodyOffset };
}

function withInherited(
  inherited: Inherited,
  own: Fields,
  warnings: readonly string[],
): Omit<Head, 'bodyOffset'> {
  const isAlone = Object.keys(inherited.fields).length === 0;
  const fields = isAlone ? own : cascade(inherited.fields, own);
  const meta = metadataOf(fields);
  meta.warnings.unshift(...warnings, ...inherited.warnings);
  return Object.keys(fields).length === 0 ? { meta } : { meta, frontMatter: fields };
}

/** Org files are kept as text; only their title is read, and what is said elsewhere of them. */
function deriveOrg(text: string, about: About): Derived {
  const heading = /^#\+TITLE:[ \t]*(\S.*)$/im.exec(text)?.[1];
  const { meta, frontMatter } = withInherited(about.inherited ?? NOTHING, {}, []);
  const { title, ...known } = meta;
  return {
    title: titleOf({
      given: about.title,
      frontMatter: title,
      heading,
      path: about.path,
      at: about.at,
    }),
    ...known,
    ...(frontMatter === undefined ? {} : { frontMatter }),
    items: [],
    links: [],
  };
}

function dateWarnings(items: readonly Item[]): string[] {
  const odd = items.filter((item) => item.unread.length > 0);
  const told = odd
    .slice(0, MOST_LINE_WARNINGS)
    .map(
      ({ line, unread }) =>
        `Line ${line} has a ${unread.join(' and ')} date that is not a day; write it like 2026-12-24.`,
    );
  const more = odd.length - told.length;
  return more > 0 ? [...told, `${more} more lines have such dates.`] : told;
}
