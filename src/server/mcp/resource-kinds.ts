import {
  exportPieces,
  invalid,
  latestChange,
  latestSources,
  type PageSource,
  pathsFrom,
  ScrapError,
  slugsFrom,
  sourceBySlug,
  sourcesByPath,
  stampByPath,
  stampBySlug,
  stampOfDue,
  type Store,
} from '../../store/index.ts';
import { pieceOf } from './budget.ts';
import { changesPart, duePart, todayIn } from './lists.ts';
import { metadataPart } from './metadata.ts';
import type { ResourceUri } from './resource-uri.ts';

/** What can be read by URI. A kind added here does not compile until it has decided everything. */
type ResourceKind = 'export' | 'page' | 'note' | 'changes' | 'todos';

/** One thing in the list of resources. */
interface Listed {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly updated?: string;
  /** In bytes. */
  readonly size?: number;
}

/** What was read: as much as fits, and the query of the URI that goes on where it ends. */
interface Part {
  readonly text: string;
  readonly next?: string;
}

/** Everything that is decided about a kind of resource. */
export interface Kind {
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** `scrap`, and where notebooks of Emanote are asked for, its own. */
  readonly schemes: readonly string[];
  /** The URI where there is but one, else the template that makes them (RFC 6570). */
  readonly uri: string;
  /** What stands in the list, which never grows with the store. */
  readonly listed: (store: Store) => readonly Listed[];
  /** Throws `not_found`, or `invalid` for a name that several pages have. */
  readonly read: (store: Store, uri: ResourceUri) => Part | Promise<Part>;
  /**
   * A short string that differs whenever what would be read may, for those who subscribed to it;
   * undefined where there is nothing to read. Asked at every change, so it costs next to nothing.
   */
  readonly stamp: (store: Store, uri: ResourceUri) => string | undefined;
  /** What an argument of the template may be, by its beginning; undefined where there is none. */
  readonly complete: ((store: Store, start: string) => readonly string[]) | undefined;
}

const METADATA = 'scrap://export/metadata';
const CHANGES = 'scrap://changes';
const DUE = 'scrap://todos/due';

/** How many pages stand in the list. */
const LATEST = 20;

/** The kinds of resources, in the order in which they are shown. */
export const RESOURCE_KINDS: Readonly<Record<ResourceKind, Kind>> = {
  export: {
    title: 'Metadata of all pages',
    description:
      'Path, title, tags, front matter and links of every page; goes on at ?cursor=next_cursor',
    mimeType: 'application/json',
    schemes: ['scrap', 'emanote'],
    uri: METADATA,
    listed: () => [{ uri: METADATA, name: 'metadata', title: 'Metadata of all pages' }],
    async read(store, { query }) {
      const { json, next } = await metadataPart(
        exportPieces(store, 'metadata'),
        query.get('cursor'),
      );
      return next === undefined ? { text: json } : { text: json, next: `cursor=${next}` };
    },
    stamp: (store) => String(latestChange(store)),
    complete: undefined,
  },
  page: {
    title: 'A page by its slug',
    description: "A page's text; a long one goes on at ?offset=",
    mimeType: 'text/markdown',
    schemes: ['scrap'],
    uri: 'scrap://page/{slug}',
    listed: (store) =>
      latestSources(store, LATEST).map(({ slug, title, updated, size }) => ({
        uri: pageUri(slug),
        name: slug,
        title: cleaned(title),
        updated,
        size,
      })),
    read(store, { rest, query }) {
      const source = sourceBySlug(store, rest);
      if (source === undefined) throw nothing('There is no page with this slug.');
      return partOf(source, query.get('offset'));
    },
    stamp: (store, { rest }) => stampBySlug(store, rest),
    complete: slugsFrom,
  },
  note: {
    title: 'A page by its path',
    description: "A page's text by its path; its collection in front where several have it",
    mimeType: 'text/markdown',
    schemes: ['scrap', 'emanote'],
    uri: 'scrap://note/{+path}',
    listed: () => [],
    read(store, { rest, query }) {
      const [source, ...others] = sourcesByPath(store, rest);
      if (source === undefined) throw nothing('There is no page with this path.');
      if (others.length > 0) throw ambiguous([source, ...others]);
      return partOf(source, query.get('offset'));
    },
    stamp: (store, { rest }) => stampByPath(store, rest),
    complete: pathsFrom,
  },
  changes: {
    title: 'What was changed',
    description: 'Who changed what and when, the latest first',
    mimeType: 'application/json',
    schemes: ['scrap'],
    uri: CHANGES,
    listed: () => [{ uri: CHANGES, name: 'changes', title: 'What was changed' }],
    read: (store, { query }) => changesPart(store, query.get('cursor')),
    stamp: (store) => String(latestChange(store)),
    complete: undefined,
  },
  todos: {
    title: 'What is due',
    description: 'What is due today or overdue',
    mimeType: 'application/json',
    schemes: ['scrap'],
    uri: DUE,
    listed: () => [{ uri: DUE, name: 'todos-due', title: 'What is due' }],
    read: (store, { query }) => duePart(store, query.get('cursor')),
    stamp: (store) => stampOfDue(store, todayIn(store)),
    complete: undefined,
  },
};

/** The name of the variable in a template, which may be completed; undefined where there is none. */
export function variableOf({ uri }: Kind): string | undefined {
  return /\{\+?([a-z]+)\}/.exec(uri)?.[1];
}

/** What every message about a missing resource ends with. */
function nothing(message: string): ScrapError {
  return new ScrapError('not_found', `${message} Find it with the tool "search".`);
}

function ambiguous(sources: readonly PageSource[]): ScrapError {
  const candidates = sources.map(({ slug }) => pageUri(slug));
  return invalid(`Several collections have this path. Read one of ${candidates.join(', ')}.`, {
    reason: 'ambiguous',
    candidates,
  });
}

function pageUri(slug: string): string {
  return `scrap://page/${encodeURIComponent(slug)}`;
}

function partOf({ text }: PageSource, from = '0'): Part {
  if (!/^\d{1,9}$/.test(from)) throw invalid('offset is a number of characters, such as 0.');
  const offset = Number(from);
  const piece = pieceOf(text, offset);
  const end = offset + piece.length;
  return end < text.length ? { text: piece, next: `offset=${end}` } : { text: piece };
}

/** A title is somebody's text: one line, and not long. */
function cleaned(title: string): string {
  return title.replaceAll(/\p{C}/gu, ' ').slice(0, 120);
}
