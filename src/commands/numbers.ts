import { fstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { invalid } from '../store/index.ts';
import { stateDirectory } from './directories.ts';
import type { Terminal } from './terminal.ts';

/** What a number of the last list stands for. */
export interface Numbered {
  readonly page: string;
  readonly title: string;
  readonly line?: number;
  readonly expect?: string;
}

const AN_HOUR = 60 * 60 * 1000;

/** Keeps the list just printed, so that its numbers can be typed in the next command here. */
export function rememberList(terminal: Terminal, list: readonly Numbered[]): void {
  if (terminal.manner !== 'columns') return;
  const file = listFile();
  if (file === undefined || list.length === 0) return;
  try {
    mkdirSync(stateDirectory(), { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify({ at: terminal.now.getTime(), list }), { mode: 0o600 });
  } catch {
    // Numbers are a convenience: where they cannot be kept, slugs still work.
  }
}

/**
 * The page that a word names: a number of the last list of this terminal, else the word itself.
 * Throws `invalid` for a number of no list, or of one that is older than an hour.
 */
export function numbered(terminal: Terminal, word: string): Numbered {
  if (terminal.manner !== 'columns' || !/^\d{1,3}$/.test(word)) return { page: word, title: '' };
  const kept = readList();
  if (kept === undefined || terminal.now.getTime() - kept.at > AN_HOUR) {
    throw invalid(`There is no list that ${word} could be of. List again, or name the page.`);
  }
  const one = kept.list[Number(word) - 1];
  if (one === undefined)
    throw invalid(`The last list had ${kept.list.length} entries, no ${word}.`);
  return one;
}

function readList(): { at: number; list: Numbered[] } | undefined {
  const file = listFile();
  if (file === undefined) return undefined;
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { at: number; list: Numbered[] };
    return typeof kept.at === 'number' && Array.isArray(kept.list) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** One file per terminal: its device number tells two windows apart. */
function listFile(): string | undefined {
  try {
    return join(stateDirectory(), `list-${fstatSync(1).rdev}.json`);
  } catch {
    return undefined;
  }
}
