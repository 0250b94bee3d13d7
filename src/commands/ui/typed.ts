import { characters } from './cells.ts';

/** A line that is being typed: its characters, and before which of them the cursor stands. */
export interface Typed {
  readonly text: readonly string[];
  readonly at: number;
}

/** A line with its cursor at the end. */
export function typed(text: string): Typed {
  const all = characters(text);
  return { text: all, at: all.length };
}

export function typedText({ text }: Typed): string {
  return text.join('');
}

/** The line with a text put in at its cursor; whatever is no character becomes a blank. */
export function put(line: Typed, text: string, most: number): Typed {
  const added = characters(text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g, ' '));
  const before = [...line.text.slice(0, line.at), ...added.slice(0, most - line.text.length)];
  // Joined anew, since a mark that is typed after its letter makes one character with it.
  const start = characters(before.join(''));
  return { text: [...start, ...line.text.slice(line.at)], at: start.length };
}

/** The line after a key of every line editor; undefined where the key is none of them. */
export function editTyped({ text, at }: Typed, key: string): Typed | undefined {
  switch (key) {
    case 'left':
      return { text, at: Math.max(0, at - 1) };
    case 'right':
      return { text, at: Math.min(text.length, at + 1) };
    case 'home':
    case 'ctrl-a':
      return { text, at: 0 };
    case 'end':
    case 'ctrl-e':
      return { text, at: text.length };
    case 'backspace':
      return cut(text, Math.max(0, at - 1), at);
    case 'delete':
    case 'ctrl-d':
      return cut(text, at, at + 1);
    case 'ctrl-u':
      return cut(text, 0, at);
    case 'ctrl-k':
      return cut(text, at, text.length);
    case 'ctrl-w':
      return cut(text, wordBefore(text, at), at);
    default:
      return undefined;
  }
}

function cut(text: readonly string[], from: number, to: number): Typed {
  return { text: [...text.slice(0, from), ...text.slice(to)], at: from };
}

function wordBefore(text: readonly string[], at: number): number {
  let from = at;
  while (from > 0 && text[from - 1] === ' ') from -= 1;
  while (from > 0 && text[from - 1] !== ' ') from -= 1;
  return from;
}
