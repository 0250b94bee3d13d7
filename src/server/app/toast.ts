import { Cell } from './cell.ts';

/** What is said once at the foot of the screen, and read out by screen readers. */
export interface Toast {
  readonly text: string;
  /** Takes back what the text says. */
  readonly undo?: () => void;
}

export const toast = new Cell<Toast | undefined>(undefined);

const SHOWN = 8_000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function say(text: string, undo?: () => void): void {
  clearTimeout(timer);
  toast.set(undo === undefined ? { text } : { text, undo });
  timer = setTimeout(() => toast.set(undefined), SHOWN);
}

/** Takes back what was said last, where that can be. */
export function undoLast(): void {
  const { undo } = toast.value ?? {};
  if (undo === undefined) return;
  toast.set(undefined);
  undo();
}
