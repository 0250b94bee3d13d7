import type { Format, OpenOptions, OperationName, Store } from '../store/index.ts';
import type { Flag } from './flags.ts';
import type { Elsewhere } from './remote/elsewhere.ts';
import type { Terminal } from './terminal.ts';

/** The groups of `scrap --help`, in its order. */
export const GROUPS = ['Capture', 'Find and read', 'History and data', 'Run and connect'] as const;
export type Group = (typeof GROUPS)[number];

/** What a person or script called: the words, the flags and where the answer goes. */
export interface Call {
  /** Everything on the line that is no flag, in order. */
  readonly words: readonly string[];
  /** There was a `--`: whatever the words look like, they are text. */
  readonly literal: boolean;
  /** By field name: strings, booleans and lists of strings, as they came. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly terminal: Terminal;
  /** Opens the store: `mayCreate` makes a missing one. It is closed when the command ends. */
  readonly open: (how?: Pick<OpenOptions, 'mayCreate' | 'timeout' | 'patience'>) => Store;
  /** All that is kept, to be copied: the store, or the replica of one elsewhere, brought up. */
  readonly whole: () => Promise<Store>;
  /** All pages as one text, in pieces. */
  readonly exported: (format: Format) => Promise<AsyncIterable<string | Uint8Array>>;
  /** Where a server is asked rather than a store here. */
  readonly elsewhere?: Elsewhere;
  /** Puts a file into the store; gives what `add` takes in `files`. Its name is the path's last part. */
  readonly keepFile: (path: string) => Promise<string>;
  /** Performs an operation as this terminal's caller; the answer has that operation's shape. */
  readonly perform: <Answer>(name: OperationName, input: object) => Promise<Answer>;
}

/** One command of the terminal: what help says of it, and what it does. */
export interface Command {
  readonly group: Group;
  /** Read from the operation where it has one. */
  readonly summary?: string;
  /** The operation whose fields are its flags. */
  readonly operation?: OperationName;
  /** What the words are called in the usage line, `<page>`; none where it takes none. */
  readonly words?: string;
  /** The words that may stand first, each with what the next one is called, for completion. */
  readonly acts?: Readonly<Record<string, string>>;
  /** Fields of the operation that are no flags here, since the command fills them. */
  readonly fills?: readonly string[];
  /** Flags that no other door has. */
  readonly flags?: readonly Flag[];
  /** Lines as one would type them, with what each does after ` # `. */
  readonly examples: readonly string[];
  /** The status the process ends with; 0 where nothing is returned. */
  readonly run: (call: Call) => Promise<number | void>;
}
