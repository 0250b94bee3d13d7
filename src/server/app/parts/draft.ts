import { Cell } from '../cell.ts';
import type { Attached, Entry } from '../outbox/entry.ts';

/** What is being captured: the fields of the operation `add`, as a person fills them in. */
export interface Draft {
  readonly text: string;
  readonly tags: string;
  readonly kind: string;
  readonly due: string;
}

export const EMPTY: Draft = { text: '', tags: '', kind: '', due: '' };
export const NO_FILES: readonly Attached[] = [];

/** What a server takes in one request, in bytes, with room for the other fields. */
const MOST = 1024 * 1024 - 4096;
const MEGABYTE = 1024 * 1024;
const LARGEST_FILE = 25 * MEGABYTE;
const MOST_FILES = 50;

/** Something to be written on in the box: what came by a link, or back from the outbox. */
export const handedOver = new Cell<HandedOver | undefined>(undefined);

interface HandedOver {
  /** Which box: that for todos, or the one for everything. */
  readonly box: Box;
  readonly draft: Draft;
  readonly files: readonly Attached[];
}

/** The box where todos are written is read as one line of a todo. */
export type Box = 'add' | 'todo';

export function isEmpty(draft: Draft): boolean {
  return Object.values(draft).every((value) => value === '');
}

/** Why a draft cannot be saved as it is; empty where it can. It stays in the box meanwhile. */
export function faultOf(draft: Draft, files: readonly Attached[]): string {
  if (draft.text.trim() === '' && files.length === 0) return 'There is nothing to save yet.';
  if (files.length > MOST_FILES) return `One page can have ${MOST_FILES} files at most.`;
  const large = files.find(({ bytes }) => bytes.size > LARGEST_FILE);
  if (large !== undefined) {
    return `${large.name} has ${inMegabytes(large.bytes.size)} MB, and a file may have 25 MB. Leave it out.`;
  }
  const size = new TextEncoder().encode(JSON.stringify(draft.text)).length;
  if (size <= MOST) return '';
  return `This text has ${inMegabytes(size)} MB, and one page from here may have 1 MB. Save it as a file and add it at the terminal: scrap add --file FILE`;
}

function inMegabytes(size: number): string {
  return (size / MEGABYTE).toFixed(1);
}

/** The draft as the operation takes it that the box is called by. */
export function inputOf({ text, tags, kind, due }: Draft): Record<string, unknown> {
  const named = tags
    .split(/[\s,]+/)
    .map((tag) => tag.replace(/^#/, ''))
    .filter((tag) => tag !== '');
  return {
    text,
    ...(named.length === 0 ? {} : { tags: named }),
    ...(kind === '' ? {} : { kind }),
    ...(due.trim() === '' ? {} : { due: due.trim() }),
  };
}

/** An entry of the outbox as a draft again. */
export function draftOf(input: Entry['input']): Draft {
  const { text, tags, kind, due } = input;
  return {
    text: typeof text === 'string' ? text : '',
    tags: Array.isArray(tags) ? tags.join(', ') : '',
    kind: typeof kind === 'string' ? kind : '',
    due: typeof due === 'string' ? due : '',
  };
}
