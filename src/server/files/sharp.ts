import type sharp from 'sharp';

export type Sharp = typeof sharp;

let loaded: Promise<Sharp | undefined> | undefined;

/** sharp, an optional package, set up for files from strangers; undefined where it is not there. */
export function loadSharp(): Promise<Sharp | undefined> {
  return (loaded ??= load());
}

/** Of all that the library can read only these; among the rest are programs of many years. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'];

async function load(): Promise<Sharp | undefined> {
  let made: Sharp;
  try {
    made = (await import('sharp')).default;
  } catch {
    return undefined;
  }
  made.cache(false);
  made.concurrency(1);
  made.block({ operation: ['VipsForeignLoad'] });
  made.unblock({ operation: READERS.map((reader) => `VipsForeignLoad${reader}Buffer`) });
  return made;
}
