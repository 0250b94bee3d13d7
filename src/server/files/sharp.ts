import { createRequire } from 'node:module';

import type sharp from 'sharp';

export type Sharp = typeof sharp;

let loaded: { readonly sharp: Sharp | undefined } | undefined;

/** sharp, an optional package, set up for files from strangers; undefined where it is not there. */
export function loadSharp(): Sharp | undefined {
  return (loaded ??= { sharp: load() }).sharp;
}

/** Of all that the library can read only these; among the rest are programs of many years. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'];

function load(): Sharp | undefined {
  let made: Sharp;
  try {
    // not bundled, and by `require`, as the program's own files are loaded
    made = createRequire(import.meta.url)('sharp') as Sharp;
  } catch {
    return undefined;
  }
  made.cache(false);
  made.concurrency(1);
  made.block({ operation: ['VipsForeignLoad'] });
  made.unblock({ operation: READERS.map((reader) => `VipsForeignLoad${reader}Buffer`) });
  return made;
}
