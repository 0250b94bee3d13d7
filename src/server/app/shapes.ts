/* The shapes of the API's answers, as far as the app looks at them. */

export const KINDS = ['note', 'link', 'photo', 'file', 'todo', 'log'] as const;
type Kind = (typeof KINDS)[number];

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
  readonly warnings?: readonly string[];
  /** In search results: the words around the hit, which stands between `**`. */
  readonly snippet?: string;
}

/** A page as `/api/page/<slug>` gives it. */
export interface WholePage extends Page {
  readonly text: string;
  /** The text is only the first part: it can be read here, not edited. */
  readonly truncated?: boolean;
  readonly html: string;
  /** `html` goes up to this line of the text, from 1. */
  readonly html_until?: number;
  /** Pages that link here, with the line around the link; the count goes on where the list ends. */
  readonly backlinks?: readonly {
    readonly slug: string;
    readonly title: string;
    readonly text: string;
  }[];
  readonly backlinks_count?: number;
}

/** A todo page, or a checkbox line of a page. */
export interface Item {
  readonly slug: string;
  readonly title: string;
  readonly line?: number;
  readonly text: string;
  readonly status: string;
  readonly due?: string;
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
