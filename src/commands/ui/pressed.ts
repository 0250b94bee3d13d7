import type { Key } from 'ink';

import { characters } from './cells.ts';

/** What the keyboard sent: a key by its name (`enter`, `ctrl-c`, `a`), or a pasted text. */
export type Pressed = { readonly key: string } | { readonly pasted: string };

/**
 * Reads what ink hears. Several keys may come as one, and what stands between the marks of a
 * paste is text, whatever it looks like: pasting is never a command.
 */
export function listener(): (input: string, key: Key) => Pressed[] {
  let isPasting = false;
  return (input, key) => {
    if (input === '[200~' || input === '[201~') {
      isPasting = input === '[200~';
      return [];
    }
    const named = nameOf(input, key);
    if (isPasting) return [{ pasted: named === undefined ? input : ' ' }];
    if (named !== undefined) return [{ key: named }];
    if (key.meta || UNKNOWN.test(input)) return [];
    return characters(input).map((character) => ({ key: plainName(character) }));
  };
}

/** A sequence that ink has no name for: it takes the Esc away and leaves the rest. */
const UNKNOWN = /^\[[0-9;:?<>]*[A-Za-z~]$/;

const NAMED = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'page-up'],
  ['pageDown', 'page-down'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'esc'],
  ['tab', 'tab'],
  ['backspace', 'backspace'],
  // A terminal's backspace key sends DEL, which ink calls delete; the other key is rarely missed.
  ['delete', 'backspace'],
] as const satisfies readonly (readonly [keyof Key, string])[];

function nameOf(input: string, key: Key): string | undefined {
  const name = NAMED.find(([field]) => key[field])?.[1];
  if (name === 'tab' && key.shift) return 'shift-tab';
  if (name !== undefined) return name;
  return key.ctrl && /^[a-z]$/.test(input) ? `ctrl-${input}` : undefined;
}

/** A character that came among others, so that ink did not look at it. */
function plainName(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character.startsWith('\r') || character === '\n') return 'enter';
  if (code === 9) return 'tab';
  if (code === 127 || code === 8) return 'backspace';
  if (code > 0 && code < 27) return `ctrl-${String.fromCodePoint(code + 96)}`;
  return character;
}
