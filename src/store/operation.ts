import type * as z from 'zod/mini';

import { patiently } from './database/patience.ts';
import type { Store } from './database/store.ts';
import { ScrapError } from './errors.ts';
import { readInput } from './input.ts';
import { once } from './once.ts';

/** The three ways in. */
export type Door = 'cli' | 'http' | 'mcp';

/** Who wrote: the owner, any agent, or a file that was read in. */
export const AUTHORS = ['me', 'claude', 'import'] as const;
export type Author = (typeof AUTHORS)[number];

/** Through what it was written. */
export const SOURCES = ['cli', 'http', 'pwa', 'share', 'mcp', 'import', 'notebook'] as const;
export type Source = (typeof SOURCES)[number];

/** Who is calling. The door stamps it; no input reaches it. */
export interface Caller {
  readonly door: Door;
  readonly author: Author;
  readonly source: Source;
  /** The label an agent came under (`/mcp/<label>`): a claim, not proof. */
  readonly client?: string;
  /** True only at a terminal on the store's own machine. */
  readonly here: boolean;
  /** The caller's IANA time zone; the store's own where it is absent. */
  readonly zone?: string;
  /** When the caller said it, where it arrives later: `friday` is meant as of then. */
  readonly said?: Date;
}

/** What an operation does to the store: the source of MCP hints and HTTP methods. */
export type Effect = 'reads' | 'adds' | 'edits';

/** Told now and then by long work: how much is done, of how much where that is known. */
export type Progress = (done: number, total: number | undefined, what: string) => void;

/** A flat object schema: strings, numbers, booleans, enums and arrays of strings. */
export type InputSchema = z.ZodMiniObject;

/** The shape of an answer; always an object. */
export type OutputSchema = z.ZodMiniType<object>;

/** One thing scrap can do. Every door offers it from this one value. */
export interface Operation<
  I extends InputSchema = InputSchema,
  O extends OutputSchema = OutputSchema,
> {
  readonly name: string;
  /** One line, imperative, with a full stop: help, man page and tool description. */
  readonly summary: string;
  readonly effect: Effect;
  /** Where it is offered. A string is the name it has at that door. */
  readonly doors: Readonly<Record<Door, boolean | string>>;
  /** The field that bare words fill at a terminal. */
  readonly words?: string;
  /** Made when first needed, since a schema costs more than a query. */
  readonly input: () => I;
  readonly output: () => O;
  readonly run: (
    store: Store,
    input: z.output<I>,
    caller: Caller,
    progress: Progress,
  ) => z.output<O> | Promise<z.output<O>>;
}

/** Declares an operation. Its schemas are made when first asked for, and kept. */
export function operation<I extends InputSchema, O extends OutputSchema>(
  it: Operation<I, O>,
): Operation<I, O> {
  return { ...it, input: once(it.input), output: once(it.output) };
}

/** The name an operation has at a door, or undefined where the door does not offer it. */
export function nameAt(
  operation: { readonly name: string; readonly doors: Operation['doors'] },
  door: Door,
): string | undefined {
  const offered = operation.doors[door];
  if (offered === false) return undefined;
  return offered === true ? operation.name : offered;
}

/**
 * The one way to run an operation, from every door: is the door open, is the input valid, run.
 * A store that another process is writing to is tried again for as long as it is patient. `input` is whatever the caller sent. Throws `ScrapError`; anything else thrown is a bug.
 */
export async function perform<I extends InputSchema, O extends OutputSchema>(
  operation: Operation<I, O>,
  store: Store,
  input: unknown,
  caller: Caller,
  progress: Progress = () => {},
): Promise<z.output<O>> {
  const name = nameAt(operation, caller.door);
  if (name === undefined) {
    throw new ScrapError('not_found', `There is no "${operation.name}" here.`, { reason: 'door' });
  }
  const read = readInput(operation.input(), input);
  return patiently(store, () => operation.run(store, read, caller, progress));
}
