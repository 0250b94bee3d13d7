import type { Call } from '../command.ts';
import type { Written } from '../written.ts';

/**
 * What the screen needs of the program around it, which is built apart from it: it is the only
 * part that is an ES module, and it holds no store of its own.
 */
export interface Host {
  readonly perform: Call['perform'];
  /** The sentence of an error that scrap raised on purpose; undefined for a bug. */
  readonly explain: (error: unknown) => string | undefined;
  /** Lets the owner edit a page in their editor; undefined where nothing changed. */
  readonly edit: (page: string) => Promise<Written | undefined>;
  /** False where there is no browser to open it in. */
  readonly openUrl: (url: string) => Promise<boolean>;
  /** The calendar day in the owner's zone. */
  readonly today: (now: Date) => string;
}
