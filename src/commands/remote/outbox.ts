import {
  createReadStream,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import {
  asScrapError,
  type ErrorCode,
  files,
  holdLock,
  type OperationName,
  operations,
  syncDirectory,
} from '../../store/index.ts';
import type { Sender, Server } from './server.ts';

/** A write that waits to be delivered, as it lies in a file of its own. */
export interface Waiting {
  readonly operation: OperationName;
  /** With the key that makes sending it again safe. */
  readonly input: Readonly<Record<string, unknown>> & { readonly key: string };
  readonly sender: Sender;
  /** When it was written, RFC 3339 UTC. */
  readonly at: string;
  /** Why the server did not take it; it stays until its owner drops it or tries again. */
  readonly refused?: { readonly code: ErrorCode | 'bug'; readonly message: string };
}

/** With the number that orders it; `undefined` where its file cannot be read. */
export interface Entry {
  readonly number: number;
  readonly waiting: Waiting | undefined;
}

/** The writes that wait for one server: a directory with a numbered file for each. */
export class Outbox {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** All of them, the oldest first. */
  entries(): Entry[] {
    return this.#numbers().map((number) => ({ number, waiting: read(this.#file(number)) }));
  }

  /** Keeps a write behind all others, on the disk when this returns; gives its number. */
  keep(waiting: Waiting): number {
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      const fresh = this.#write(waiting);
      let number = (this.#numbers().at(-1) ?? 0) + 1;
      while (!linked(fresh, this.#file(number))) number += 1; // another terminal has kept one
      rmSync(fresh);
      syncDirectory(this.#directory);
      return number;
    } catch (error) {
      throw asScrapError(error, this.#directory);
    }
  }

  /** Puts another state of a write in its place. */
  replace(number: number, waiting: Waiting): void {
    renameSync(this.#write(waiting), this.#file(number));
    syncDirectory(this.#directory);
  }

  /** Takes a write out, and with it the files that no other one has. */
  drop(number: number): void {
    const dropped = read(this.#file(number));
    rmSync(this.#file(number), { force: true });
    syncDirectory(this.#directory);
    const pathsOf = (waiting: Waiting | undefined) =>
      waiting === undefined ? [] : this.#filesOf(waiting.input).map(({ path }) => path);
    const needed = new Set(this.entries().flatMap(({ waiting }) => pathsOf(waiting)));
    for (const path of pathsOf(dropped)) if (!needed.has(path)) rmSync(path, { force: true });
  }

  /** Keeps a copy of a file that a write is to have; gives what `add` takes in `files`. */
  async keepFile(path: string, name: string): Promise<string> {
    const { fileToken } = await files.attach();
    const { emptyFile, writeBytes } = await files.put();
    const folder = join(this.#directory, 'files');
    const fresh = join(folder, `${process.pid}.new`);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      rmSync(fresh, { force: true });
      const { id, size } = await writeBytes(fresh, createReadStream(path) as AsyncIterable<Buffer>);
      if (size === 0) {
        rmSync(fresh);
        throw emptyFile();
      }
      renameSync(fresh, join(folder, id));
      syncDirectory(folder);
      return fileToken(id, name);
    } catch (error) {
      throw asScrapError(error, folder);
    }
  }

  /** Sends the files of a write that were kept here; the server takes the same bytes once. */
  async sendFiles({ input, sender }: Waiting, server: Server): Promise<void> {
    for (const { path, name } of this.#filesOf(input)) await server.putFile(path, name, sender);
  }

  /** The files kept here that a write names. */
  #filesOf(input: Waiting['input']): { path: string; name: string }[] {
    const tokens = Array.isArray(input['files']) ? input['files'].map(String) : [];
    return tokens.flatMap((token) => {
      const [id = '', ...name] = token.split('/');
      const path = join(this.#directory, 'files', id);
      return /^[0-9a-f]+$/.test(id) && existsSync(path) ? [{ path, name: name.join('/') }] : [];
    });
  }

  /** Nobody else delivers until the function it gives is called; undefined while somebody does. */
  hold(): (() => void) | undefined {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    return holdLock(join(this.#directory, 'lock'));
  }

  #numbers(): number[] {
    let names: string[];
    try {
      names = readdirSync(this.#directory);
    } catch {
      return []; // nothing was ever kept
    }
    return names
      .flatMap((name) => /^(\d{1,12})\.json$/.exec(name)?.[1] ?? [])
      .map(Number)
      .toSorted((a, b) => a - b);
  }

  #file(number: number): string {
    return join(this.#directory, `${String(number).padStart(6, '0')}.json`);
  }

  /** Writes it under a name that is no entry's yet, so that an entry is whole or not there. */
  #write(waiting: Waiting): string {
    const fresh = join(this.#directory, `${process.pid}.new`);
    // one that was killed may have left it as a second name of its entry
    rmSync(fresh, { force: true });
    writeFileSync(fresh, JSON.stringify(waiting), { mode: 0o600, flush: true });
    return fresh;
  }
}

function read(file: string): Waiting | undefined {
  try {
    const waiting = JSON.parse(readFileSync(file, 'utf8')) as Waiting;
    const isWhole =
      Object.hasOwn(operations, waiting.operation) && typeof waiting.input.key === 'string';
    return isWhole ? waiting : undefined;
  } catch {
    return undefined;
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
