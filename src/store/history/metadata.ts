import type { Store } from '../database/store.ts';
import { type Overlay, readOverlay } from '../pages/overlay.ts';
import { type PageRow, tagsOf } from '../pages/row.ts';
import type { Encoding, Kind, Status } from '../pages/words.ts';

/** What a revision keeps of a page's metadata: all that a later change may replace. */
export interface Metadata {
  readonly slug: string;
  readonly title: string;
  readonly kind: Kind;
  readonly status?: Status | undefined;
  readonly due?: string | undefined;
  readonly scheduled?: string | undefined;
  readonly start?: string | undefined;
  readonly repeat?: string | undefined;
  readonly priority?: number | undefined;
  readonly tags: readonly string[];
  readonly overlay?: Overlay | undefined;
  /** Absent: utf-8. */
  readonly encoding?: Encoding | undefined;
  readonly updated: string;
  readonly done?: string | undefined;
  readonly trashed?: string | undefined;
  readonly quiet?: true | undefined;
  readonly revision: number;
}

/** The metadata a page has now. */
export function metadataOf(store: Store, row: PageRow): Metadata {
  return {
    slug: row.slug,
    title: row.title,
    kind: row.kind,
    status: row.status ?? undefined,
    due: row.due ?? undefined,
    scheduled: row.scheduled ?? undefined,
    start: row.start ?? undefined,
    repeat: row.repeat ?? undefined,
    priority: row.priority ?? undefined,
    tags: tagsOf(store, row.id),
    overlay: row.overlay === null ? undefined : readOverlay(row.overlay),
    encoding: row.encoding === 'utf-8' ? undefined : row.encoding,
    updated: row.updated,
    done: row.done ?? undefined,
    trashed: row.trashed ?? undefined,
    quiet: row.quiet === 1 ? true : undefined,
    revision: row.revision,
  };
}

/** What of it a person calls the page's fields. */
interface Shown {
  readonly title: string;
  readonly kind: Kind;
  readonly status?: Status | undefined;
  readonly due?: string | undefined;
  readonly scheduled?: string | undefined;
  readonly start?: string | undefined;
  readonly repeat?: string | undefined;
  readonly priority?: number | undefined;
  readonly tags: readonly string[];
  readonly overlay?: Overlay | undefined;
  readonly trashed?: string | undefined;
}

/** A field that differs, with what it was and is in words; absent where there was or is none. */
export interface Difference {
  readonly field: string;
  readonly before?: string;
  readonly after?: string;
}

/** So much of a value is shown. */
const LONGEST = 200;

/** What differs between two states of a page's metadata, `before` absent for a page just made. */
export function differences(before: Shown | undefined, after: Shown): Difference[] {
  const old = before === undefined ? new Map<string, string>() : shown(before);
  const now = shown(after);
  const fields = new Set([...old.keys(), ...now.keys()]);
  return [...fields].flatMap((field) => {
    const [was, is] = [old.get(field), now.get(field)];
    if (was === is) return [];
    return {
      field,
      ...(was === undefined ? {} : { before: was.slice(0, LONGEST) }),
      ...(is === undefined ? {} : { after: is.slice(0, LONGEST) }),
    };
  });
}

function shown(metadata: Shown): Map<string, string> {
  const { title, kind, status, due, scheduled, start, repeat, priority, tags, trashed, overlay } =
    metadata;
  const all: [string, unknown][] = [
    ['title', title],
    ['kind', kind],
    ['status', status],
    ['due', due],
    ['scheduled', scheduled],
    ['start', start],
    ['repeat', repeat],
    ['priority', priority],
    ['tags', tags.length === 0 ? undefined : tags.toSorted().join(', ')],
    ['trashed', trashed],
    ...Object.entries(overlay?.fields ?? {}).map(
      ([key, value]) => [`fields.${key}`, value ?? undefined] as [string, unknown],
    ),
  ];
  return new Map(
    all.flatMap(([field, value]) => (value === undefined ? [] : [[field, words(value)]])),
  );
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
