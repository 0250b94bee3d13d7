import { ownHeaders } from '../api.ts';

/** The writes of the app; each is an operation of the API that takes a key. */
export type Operation =
  | 'add'
  | 'todo'
  | 'edit'
  | 'done'
  | 'reopen'
  | 'trash'
  | 'untrash'
  | 'accept_tags';

/** Why the server will not take an entry, in its own words. */
export interface Refused {
  readonly message: string;
  readonly status: number;
  /** The finer word: `text_moved`, `too_large` … */
  readonly reason: string | undefined;
}

/** A file that goes with a page. */
export interface Attached {
  readonly name: string;
  readonly bytes: Blob;
  /** What the server calls it; absent until it has it. */
  readonly id?: string;
}

/** A write that waits to be sent. */
export interface Entry {
  /** Its place in the queue; given when it is stored. */
  readonly id?: number;
  /** Made when Save was pressed. However often it is sent, the server writes it once. */
  readonly key: string;
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  /** Uploaded before the rest is sent, each with its id kept, so that none is sent twice. */
  readonly files?: readonly Attached[];
  /** It came through the share menu of the device. */
  readonly isShared?: true;
  /** What it is called while it waits: the first words of a text, the title of a page. */
  readonly label: string;
  /** When it was made, RFC 3339: its `friday` is the one after this, however late it is sent. */
  readonly at: string;
  /** The zone its days are meant in: the phone may be elsewhere when it is sent. */
  readonly zone: string;
  readonly tries: number;
  /** Why the last try failed, where another one may not. */
  readonly trouble?: string;
  /** The server said no: it stays until somebody decides, and keeps nothing behind it waiting. */
  readonly refused?: Refused;
}

export function makeEntry(
  operation: Operation,
  input: Entry['input'],
  label: string,
  files: readonly Attached[] = [],
): Entry {
  return {
    key: newKey(),
    operation,
    input,
    ...(files.length === 0 ? {} : { files }),
    label,
    at: new Date().toISOString(),
    zone: ownHeaders()['scrap-zone'] ?? 'UTC',
    tries: 0,
  };
}

/** A key for a write: a random UUID. Over plain http browsers have no `randomUUID`, but random bytes all the same. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** What a person would want back of an entry: the text it holds, else what it is called. */
export function textOf(entry: Entry): string {
  const { text } = entry.input;
  return typeof text === 'string' ? text : entry.label;
}

/** The beginning of a text, as a name for it. */
export function labelOf(text: string): string {
  const line =
    text
      .trimStart()
      .split('\n', 1)[0]
      ?.replace(/^[#>*+-]+ */, '')
      .trim() ?? '';
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
