import type { Store } from '../database/store.ts';
import { ScrapError } from '../errors.ts';
import { nearest } from '../nearest.ts';

/** A folder that is mirrored. */
export interface Notebook {
  /** The collection of its pages. */
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  /** Whether ticking an item changes its character in the file. */
  readonly ticks: 0 | 1;
  /** RFC 3339; null until it was read as a whole. */
  readonly synced: string | null;
}

/** All notebooks by name. */
export function notebooks(store: Store): Notebook[] {
  return store.all<Notebook>('SELECT name, folder, ticks, synced FROM notebooks ORDER BY name');
}

/** The notebook whose file a page follows; undefined for a page that is the store's own. */
export function notebookOf(
  store: Store,
  { collection }: { readonly collection?: string | undefined },
): Notebook | undefined {
  if (collection === undefined) return undefined;
  return store.get<Notebook>(
    'SELECT name, folder, ticks, synced FROM notebooks WHERE name = ?',
    collection,
  );
}

/** The notebook with this name; throws `not_found` with the nearest. */
export function notebookNamed(store: Store, name: string): Notebook {
  const all = notebooks(store);
  const found = all.find((notebook) => notebook.name === name);
  if (found !== undefined) return found;
  const names = all.map((notebook) => notebook.name);
  const meant = nearest(name, names);
  const hint = meant === undefined ? 'List them: scrap notebook list' : `Did you mean ${meant}?`;
  throw new ScrapError('not_found', `There is no such notebook. ${hint}`, { reason: 'notebook' });
}

/** Makes a folder a notebook; throws `conflict` where the name or the folder is one already. */
export function addNotebook(
  store: Store,
  { name, folder, ticks }: Omit<Notebook, 'synced'>,
): Notebook {
  return store.write(() => {
    for (const other of notebooks(store)) {
      if (other.folder === folder) {
        const mend = `scrap notebook sync ${other.name}`;
        throw taken(`This folder is mirrored already, as "${other.name}". Read it again: ${mend}`);
      }
      if (other.name === name) {
        throw taken(`There is a notebook "${name}" already. Give this one another --name.`);
      }
    }
    store.run('INSERT INTO notebooks (name, folder, ticks) VALUES (?, ?, ?)', name, folder, ticks);
    return { name, folder, ticks, synced: null };
  });
}

function taken(message: string): ScrapError {
  return new ScrapError('conflict', message, { reason: 'mirrored' });
}
