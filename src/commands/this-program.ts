import { join } from 'node:path';

/** The path of the program that is running, to be run again by `process.execPath`. */
export function thisProgram(): string {
  return join(import.meta.dirname, '..', 'bin', 'scrap.cjs');
}
