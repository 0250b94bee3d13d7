import { useEffect, useState } from 'preact/hooks';

/** A value that others watch: the app's whole state management. */
export class Cell<T> {
  #value: T;
  readonly #watchers = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const watcher of this.#watchers) watcher();
  }

  /** Calls `watcher` after each change; gives what ends that. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

/** A cell's value, which draws the component anew when it changes. */
export function useCell<T>(cell: Cell<T>): T {
  const [value, setValue] = useState(cell.value);
  useEffect(() => {
    setValue(() => cell.value); // it may have changed between drawing and watching
    return cell.watch(() => setValue(() => cell.value));
  }, [cell]);
  return value;
}
