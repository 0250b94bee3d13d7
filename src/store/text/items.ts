import type { Status } from '../pages/words.ts';
import type { ItemFields } from './item-fields.ts';

/** A checkbox line of a text. What the line does not say is absent. */
export interface Item extends ItemFields {
  /** From 1, in the whole text. */
  readonly line: number;
  /** What stands after the box, as written. */
  readonly text: string;
  /** The character in the box. */
  readonly state: string;
  readonly status: Status;
  /** As written, without `#`. */
  readonly tags: readonly string[];
}

const BOX = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[(.)\](?=[ \t]|$)/u;

/** The box at the beginning of a line: its character, and where the text after it begins. */
export function boxOf(line: string): { state: string; textStart: number } | undefined {
  const found = BOX.exec(line);
  if (found === null) return undefined;
  return { state: found[1] ?? ' ', textStart: found[0].length };
}

/** The status a box stands for; characters that no tool gives a meaning are open, as in Tasks. */
export function statusOf(state: string): Status {
  switch (state) {
    case 'x':
    case 'X':
      return 'done';
    case '/':
      return 'doing';
    case '-':
      return 'cancelled';
    case 'w':
    case 'h':
      return 'waiting';
    default:
      return 'open';
  }
}

/** The words and letters for priorities: Obsidian Tasks' names, todo.txt's letters, 1 to 5. */
export function priorityOf(word: string): number | undefined {
  const known = ['highest', 'high', 'medium', 'low', 'lowest'].indexOf(word.toLowerCase());
  if (known !== -1) return known + 1;
  const letter = /^[A-E]$/.test(word) ? 'ABCDE'.indexOf(word) : -1;
  if (letter !== -1) return letter + 1;
  return /^[1-5]$/.test(word) ? Number(word) : undefined;
}
