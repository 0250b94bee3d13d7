import type { Diff } from '../diff.ts';
import type { Reverted } from '../taken-back.ts';
import type { Revision } from '../revisions.ts';
import type { Pressed } from './pressed.ts';
import type { Entry, ListedPage, Tab, WholePage } from './state.ts';

/** What a revert is asked to take back. */
export interface Wanted {
  readonly page?: string;
  readonly change?: number;
  readonly author?: 'claude';
  readonly client?: string;
  readonly origin?: string;
  readonly since?: string;
  readonly upto?: number;
}

/** What the state asks of the world; it comes back as an event. */
export type Effect =
  | {
      readonly does: 'list';
      readonly tab: Tab;
      readonly query: string;
      readonly limit: number;
      readonly cursor?: string;
    }
  | { readonly does: 'read'; readonly slug: string }
  | { readonly does: 'revisions'; readonly slug: string; readonly cursor?: string }
  | { readonly does: 'diff'; readonly slug: string; readonly from: number; readonly to?: number }
  | {
      readonly does: 'mark';
      readonly operation: 'done' | 'reopen';
      readonly slug: string;
      readonly line?: number;
      readonly expect?: string;
      readonly what: string;
    }
  | {
      readonly does: 'tags';
      readonly slug: string;
      readonly add: readonly string[];
      readonly remove: readonly string[];
    }
  | {
      readonly does: 'rename';
      readonly from: string;
      readonly to: string;
      readonly really: boolean;
    }
  | { readonly does: 'trash' | 'untrash' | 'edit'; readonly slug: string }
  | {
      readonly does: 'revert';
      readonly wanted: Wanted;
      readonly what: string;
      readonly as: 'look' | 'real' | 'undo';
    }
  | {
      readonly does: 'keep';
      readonly client: string;
      readonly origin: string;
      readonly upto: number;
    }
  | { readonly does: 'url'; readonly url: string }
  | { readonly does: 'copy'; readonly text: string }
  | { readonly does: 'quit'; readonly status: number }
  | { readonly does: 'suspend' | 'redraw' };

/** A part of a list, as it came. */
export interface Fetched {
  readonly entries: readonly Entry[];
  readonly count: string;
  readonly warnings: readonly string[];
  readonly cursor?: string;
}

/** What was written, and what became of the pages it was written to. */
export interface Wrote {
  readonly what: string;
  /** Absent where nothing was written. */
  readonly change?: number;
  readonly page?: ListedPage;
  /** A line of the page whose box this was, and its status now. */
  readonly marked?: { readonly line: number | undefined; readonly status: string };
  /** It took back what was done here: that is not undone in its turn. */
  readonly isUndo?: boolean;
  /** Many pages may be other than they were. */
  readonly wide?: boolean;
}

/** What happens to the state. */
export type Event =
  | { readonly is: 'pressed'; readonly pressed: Pressed }
  | { readonly is: 'resized'; readonly columns: number; readonly rows: number }
  | { readonly is: 'time'; readonly now: Date; readonly today: string }
  | {
      readonly is: 'listed';
      readonly tab: Tab;
      readonly query: string;
      readonly after?: string;
      readonly fetched: Fetched;
    }
  | { readonly is: 'read'; readonly page: WholePage }
  | {
      readonly is: 'revisions';
      readonly slug: string;
      readonly revisions: readonly Revision[];
      readonly count: string;
      readonly after?: string;
      readonly cursor?: string;
    }
  | { readonly is: 'diff'; readonly diff: Diff }
  | {
      readonly is: 'would';
      readonly reverted: Reverted;
      readonly what: string;
      readonly wanted: Wanted;
    }
  | {
      readonly is: 'would rename';
      readonly from: string;
      readonly to: string;
      readonly count: number;
      readonly merges: boolean;
      readonly pages: readonly string[];
    }
  | { readonly is: 'wrote'; readonly wrote: Wrote }
  | { readonly is: 'said'; readonly text: string }
  | { readonly is: 'failed'; readonly text: string; readonly of: Effect }
  | { readonly is: 'back' };
