import { join } from 'node:path';

import { dataDirectory } from '../directories.ts';

/** The folder of what is kept here for the server at `url`: below the data directory, by its name. */
export function placeFor(url: string): string {
  const name = new URL(url).host.replaceAll(/[^a-z0-9.-]/g, '_');
  return join(dataDirectory(), 'elsewhere', name);
}

/** The copy of its store in such a folder. */
export function replicaIn(directory: string): string {
  return join(directory, 'replica.db');
}
