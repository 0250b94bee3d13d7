import { createKeybindingsHandler } from 'tinykeys';

import { undoLast } from './toast.ts';

/** The keys of the app and what they do, as the help shows them. */
export const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['/', 'Search'],
  ['n', 'Write something new'],
  ['j · k', 'Next, previous row'],
  ['Enter', 'Open the row'],
  ['x', 'Tick the row, or put its tick back'],
  ['e', 'Edit the page'],
  ['u', 'Undo what was just said'],
  ['g h · g s', 'Recent, search'],
  ['g t · g a', 'Todos, tags'],
  ['g r · g d', 'Review, trash'],
  ['?', 'These keys'],
  ['Ctrl Enter', 'Save what is being written'],
  ['Esc', 'Leave a field, close'],
];

/** What j and k go through: rows of lists, and checkbox lines of a page. */
const ROW = '[data-row], .prose .task';

/** What the keys need of the app around them. */
export interface Around {
  readonly go: (path: string) => void;
  readonly help: () => void;
}

/** Listens to the keyboard; gives what ends that. Keys typed into a field are the field's. */
export function listenToKeys({ go, help }: Around): () => void {
  const handler = createKeybindingsHandler(
    {
      '/': (event) => open(event, '/search', '#query'),
      n: (event) => open(event, '/', '#capture'),
      j: () => move(1),
      k: () => move(-1),
      x: tickRow,
      e: () => document.querySelector<HTMLElement>('[data-key="e"]')?.click(),
      u: undoLast,
      'g h': () => go('/'),
      'g s': () => go('/search'),
      'g t': () => go('/todos'),
      'g a': () => go('/tags'),
      'g r': () => go('/review'),
      'g d': () => go('/trash'),
      '[Shift]+?': help,
    },
    { ignore: (event) => isTyping(event) || document.querySelector('dialog[open]') !== null },
  );
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isTyping(event)) (event.target as HTMLElement).blur();
  };
  addEventListener('keydown', handler);
  addEventListener('keydown', leave);
  return () => {
    removeEventListener('keydown', handler);
    removeEventListener('keydown', leave);
  };

  /** Goes to the field, and to its view first where another one is shown. */
  function open(event: Event, path: string, field: string): void {
    event.preventDefault();
    if (document.querySelector(field) === null) go(path);
    focusWhenThere(field);
  }
}

/** Focuses what `selector` names; its view may be drawn only some frames from now. */
export function focusWhenThere(selector: string, frames = 30): void {
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLElement>(selector);
    if (element !== null) element.focus();
    else if (frames > 0) focusWhenThere(selector, frames - 1);
  });
}

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]')
  );
}

/** Rows are found by where the focus is, so that the Tab key and j and k go together. */
function move(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  const current = rows.indexOf(currentRow() ?? document.body);
  const next = rows[current === -1 && step === -1 ? rows.length - 1 : current + step];
  next?.querySelector<HTMLElement>(next.matches('.task') ? 'input' : 'a, summary')?.focus();
}

function tickRow(): void {
  currentRow()?.querySelector<HTMLElement>('input[type="checkbox"]')?.click();
}

function currentRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(ROW) ?? null;
}
