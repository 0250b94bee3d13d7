import { Cell } from './cell.ts';

/** Counts up when something in the store changed, here or elsewhere. */
export const news = new Cell(0);

/** Draws anew what is shown, for instance after a write of this app was answered. */
export function somethingChanged(): void {
  news.set(news.value + 1);
}
