import type { FilePlacer, Placed } from './place-file.ts';

/** Files that are written together, and how many bytes of them. */
const AT_ONCE = 64;
const HELD = 8 * 1024 * 1024;

/** Gathers files and places some at a time, since they then share the wait for the disk. */
export class Placing {
  readonly #placer: FilePlacer;
  readonly #told: (placed: number) => void;
  #waiting: Placed[] = [];
  #held = 0;
  #placed = 0;

  /** `told` is called now and then with how many have been placed. */
  constructor(placer: FilePlacer, told: (placed: number) => void) {
    this.#placer = placer;
    this.#told = told;
  }

  async add(file: Placed): Promise<void> {
    this.#waiting.push(file);
    this.#held += file.bytes.length;
    if (this.#waiting.length >= AT_ONCE || this.#held > HELD) await this.end();
  }

  /** Places what still waits. */
  async end(): Promise<void> {
    await this.#placer.place(this.#waiting);
    this.#placed += this.#waiting.length;
    this.#told(this.#placed);
    this.#waiting = [];
    this.#held = 0;
  }
}
