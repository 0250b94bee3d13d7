/* The shapes of the API's answers, as far as the app looks at them. */

export const KINDS = ['note', 'link', 'photo', 'file', 'todo', 'log'] as const;
type Kind = (typeof KINDS)[number];

/** A file of a page; the addresses begin with the server's public one. */
export interface PageFile {
  readonly url: string;
  readonly name: string;
  /** Media type. */
  readonly type: string;
}

export interface Image extends PageFile {
  /** A small picture, without what the camera noted beside it. */
  readonly thumb: string;
}

/** A page in a list. Times are RFC 3339 UTC, days `YYYY-MM-DD`. */
export interface Page {
  readonly slug: string;
  readonly title: string;
  readonly kind: Kind;
  readonly tags: readonly string[];
  readonly status?: string;
  readonly due?: string;
  readonly priority?: number;
  readonly author: string;
  readonly source: string;
  readonly origin?: string;
  readonly client?: string;
  readonly path?: string;
  readonly collection?: string;
  readonly created: string;
  readonly updated: string;
  readonly trashed?: string;
  readonly revision: number;
  /** Other fields, as the page or what was fetched for it has them. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly images?: readonly Image[];
  /** Other than images. */
  readonly files?: readonly PageFile[];
  readonly warnings?: readonly string[];
  /** In search results: where the words were found. */
  readonly matched?: readonly string[];
  /** In search results: the words around the hit, which stands between `**`. */
  readonly snippet?: string;
}

/** A page as `/api/page/<slug>` gives it. */
export interface WholePage extends Page {
  readonly text: string;
  /** The text is only the first part: it can be read here, not edited. */
  readonly truncated?: boolean;
  readonly html: string;
  /** Its text belongs to a file of a notebook; `ticks` says whether its boxes can be ticked. */
  readonly mirrored?: { readonly ticks: boolean };
  /** `html` goes up to this line of the text, from 1. */
  readonly html_until?: number;
  /** Pages that link here, with the line around the link; the count goes on where the list ends. */
  readonly backlinks?: readonly {
    readonly slug: string;
    readonly title: string;
    readonly text: string;
  }[];
  readonly backlinks_count?: number;
  /** Pages like this one, and what both have: `links`, `tags`, `words`, `by_model`. */
  readonly related?: readonly {
    readonly slug: string;
    readonly title: string;
    readonly why: readonly string[];
  }[];
  /** What stood where a link leads; `clip_html` is its readable text. */
  readonly clip?: { readonly url: string; readonly fetched: string };
  readonly clip_html?: string;
  readonly by_model?: ByModel;
}

/** What a model said about a page. */
export interface ByModel {
  readonly model: string;
  readonly at: string;
  /** The text is another one by now. */
  readonly stale?: boolean;
  readonly title?: string;
  /** Of a picture: receipt, whiteboard … */
  readonly kind?: string;
  readonly summary?: string;
  /** Proposed; the page does not have them. */
  readonly tags?: readonly string[];
  /** The words in the page's pictures. */
  readonly transcript?: string;
}

/** A todo page, or a checkbox line of a page. */
export interface Item {
  readonly slug: string;
  readonly title: string;
  readonly line?: number;
  readonly text: string;
  readonly status: string;
  /** Where it stands in the list, seen from today. */
  readonly group: string;
  readonly due?: string;
  readonly scheduled?: string;
  readonly repeat?: string;
  readonly priority?: number;
  readonly tags: readonly string[];
  readonly author: string;
  readonly done?: string;
}

interface Tag {
  readonly tag: string;
  readonly pages: number;
}

/** What every list has besides its elements. */
export interface Listed {
  readonly total?: number;
  readonly more_than?: number;
  readonly next_cursor?: string;
  readonly warnings?: readonly string[];
}

export interface PageList extends Listed {
  readonly pages: readonly Page[];
}

export interface ItemList extends Listed {
  readonly todos: readonly Item[];
}

export interface TagList extends Listed {
  readonly tags: readonly Tag[];
}

/** Who made a change, through what, and when. */
export interface Maker {
  readonly at: string;
  readonly operation: string;
  readonly author: string;
  readonly source: string;
  readonly client?: string;
  readonly origin?: string;
}

/** What differs between two states of a page: its fields, and how many words of its text. */
export interface Differences {
  readonly fields: readonly {
    readonly field: string;
    readonly before?: string;
    readonly after?: string;
  }[];
  readonly words?: { readonly added: number; readonly removed: number };
}

/** What a change did to a page. */
export interface Revision extends Maker, Differences {
  readonly change: number;
  /** It made the page. */
  readonly made?: boolean;
}

export interface RevisionList extends Listed {
  readonly revisions: readonly Revision[];
}

/** A text between two revisions, in order. */
export interface Diff {
  readonly pieces: readonly Piece[];
}

export interface Piece {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** What one agent did for one purpose since the owner last looked. */
export interface Group {
  readonly client?: string;
  readonly origin?: string;
  readonly changes: number;
  /** The number of the first of the changes. */
  readonly first: number;
  readonly until: string;
  /** Some of the pages; `count` goes on. */
  readonly pages: readonly {
    readonly slug: string;
    readonly title: string;
    readonly added: boolean;
  }[];
  readonly count: number;
}

export interface Review {
  readonly groups: readonly Group[];
  /** The number of the latest change that was looked at. */
  readonly latest: number;
}

/** What taking back did, or would do. */
export interface Reverted {
  readonly pages: readonly (Differences & { readonly slug: string; readonly title: string })[];
  readonly count: number;
  /** Where something stays, because somebody changed it since. */
  readonly left: readonly {
    readonly slug: string;
    readonly title: string;
    readonly fields: readonly string[];
    readonly author: string;
    readonly client?: string;
    readonly change: number;
  }[];
  readonly left_count: number;
  /** Absent where nothing was written. */
  readonly change?: number;
}

/** What renaming a tag did, or would do. */
export interface Renamed {
  readonly from: string;
  readonly to: string;
  /** Whether pages had the new tag before. */
  readonly merges?: boolean;
  readonly pages: readonly string[];
  readonly count: number;
  readonly change?: number;
}

export interface SavedSearch {
  readonly name: string;
  readonly query: string;
}

/** What may be written in a query, and what it finds. */
export interface Construct {
  readonly write: string;
  readonly finds: string;
  /** Of an operator: what may stand after its colon. */
  readonly values?: string;
}

/** What is still to be done for a page, behind it. */
export interface Job {
  readonly slug: string;
  readonly title: string;
  readonly kind: string;
  readonly subject?: string;
  readonly state: 'running' | 'waiting' | 'failed';
  /** Why it waits, or was given up. */
  readonly reason?: string;
}

export interface JobList extends Listed {
  readonly jobs: readonly Job[];
}

/** A change, as the stream of events tells it. */
export interface News {
  readonly number: number;
  readonly slugs: readonly string[];
}

/** What a write answers, and what an error does. */
export interface Answer {
  readonly slug: string;
  readonly title: string;
  readonly revision: number;
  readonly change: number;
}

export interface ErrorBody {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details?: Readonly<Record<string, unknown>>;
  };
}
