import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes a new or changed name in a directory durable. */
export function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
