import type { Kind, Status } from '../pages/words.ts';
import { splitFrontMatter } from './fence.ts';
import type { FieldValue } from './field-values.ts';
import type { Item } from './items.ts';
import type { Link } from './links.ts';
import { type Metadata, metadataOf } from './metadata.ts';
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
  /** The whole of it, keys and values as written; absent where there is none. */
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
  readonly at: string;
}

/** So many sentences about single lines are told; a page with more has the same fault all over. */
const MOST_LINE_WARNINGS = 10;

/**
 * Reads a page's text. What it holds never makes this fail: what cannot be read stays text, with
 * a warning. Asynchronous since the front matter parser is loaded only for texts that have some.
 */
export async function derive(text: string, about: About): Promise<Derived> {
  if (about.path !== undefined && /\.org$/i.test(about.path)) return deriveOrg(text, about);
  const { meta, frontMatter, bodyOffset } = await readMetadata(text);
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

async function readMetadata(text: string): Promise<Head> {
  const split = splitFrontMatter(text);
  if (!('block' in split)) {
    const meta = metadataOf({});
    if (split.warning !== undefined) meta.warnings.push(split.warning);
    return { meta, bodyOffset: 0 };
  }
  const { readFrontMatter } = await (reader ??= import('./front-matter.ts'));
  const { fields, warnings } = readFrontMatter(split.block);
  const meta = metadataOf(fields);
  meta.warnings.unshift(...warnings);
  // a block that could not be read is text like the rest: perhaps it is prose between two rules
  const isText = warnings.length > 0 && Object.keys(fields).length === 0;
  return isText
    ? { meta, bodyOffset: 0 }
    : { meta, frontMatter: fields, bodyOffset: split.bodyOffset };
}

/** Org files are kept as text; only their title is read. */
function deriveOrg(text: string, about: About): Derived {
  const heading = /^#\+TITLE:[ \t]*(\S.*)$/im.exec(text)?.[1];
  return {
    title: titleOf({ given: about.title, heading, path: about.path, at: about.at }),
    tags: [],
    aliases: [],
    fields: {},
    items: [],
    links: [],
    warnings: [],
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
