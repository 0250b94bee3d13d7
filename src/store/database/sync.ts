import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes a new or changed name in a directory durable. */
export function syncDirectory(directory: string): void {
  sync(directory, 'r');
}

/** Makes what was written to a file durable. */
export function syncFile(file: string): void {
  sync(file, 'r+');
}

function sync(path: string, flags: string): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
