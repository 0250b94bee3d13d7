import { readFileSync, statSync } from 'node:fs';

import { decodeText, invalid, MOST_BYTES } from '../store/index.ts';
import { readStdin } from './stdin.ts';
import type { Terminal } from './terminal.ts';

/** Standard input as text; throws `invalid` where its bytes are none. */
export async function textOfStdin(terminal: Terminal): Promise<string> {
  return decoded(await readStdin(terminal), 'The input');
}

/** A file as text; throws `invalid` naming the file where it is missing, a directory or no text. */
export function textOfFile(file: string): string {
  refuseOdd(file);
  return decoded(bytesOf(file), file);
}

/**
 * The text in a file, or undefined where its bytes are none: a photo, a PDF, a table of some
 * program. Throws `invalid` naming the file where it is missing, a directory or too large, and where
 * its name says that it is a text.
 */
export function textInFile(file: string): string | undefined {
  refuseOdd(file);
  const bytes = bytesOf(file);
  if (/\.(?:md|markdown|org|txt)$/i.test(file)) return decoded(bytes, file);
  const read = decodeText(bytes);
  // a PDF may be letters all through
  return 'reason' in read || read.text.startsWith('%PDF-') ? undefined : read.text;
}

/** Throws `invalid` naming a file that is missing, a directory, a pipe or too large. */
export function refuseOdd(file: string): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw invalid(`There is no file ${file}.`);
  if (stat.isDirectory()) {
    throw invalid(`${file} is a directory. To take in all of it: scrap import ${file}`);
  }
  if (!stat.isFile()) throw invalid(`${file} is not a regular file.`);
  if (stat.size > MOST_BYTES) {
    throw invalid(`${file} is larger than 25 MiB. Keep it where it is and add a link to it.`);
  }
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw invalid(`${file} cannot be read. Look at its permissions.`);
  }
}

function decoded(bytes: Uint8Array, what: string): string {
  const read = decodeText(bytes);
  if ('reason' in read) throw invalid(`${what} ${read.reason}.`);
  return read.text;
}

/** Whether a word of the line is the path of a file that is there. */
export function isFile(word: string): boolean {
  return statOf(word)?.isFile() ?? false;
}

/** The same of a directory. */
export function isDirectory(word: string): boolean {
  return statOf(word)?.isDirectory() ?? false;
}

/** A word may be no path at all: too long, or with a NUL in it. */
function statOf(word: string) {
  try {
    return statSync(word, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
