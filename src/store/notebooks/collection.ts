import { basename } from 'node:path';

import { invalid } from '../errors.ts';

/**
 * A collection's name, the folder's unless one is given: it stands before paths and names a folder
 * in exports. Throws `invalid` for one that cannot.
 */
export function collectionName(given: string | undefined, folder: string): string {
  const name = given ?? (basename(folder).replace(/^\.+/, '') || 'notebook');
  if (name !== '' && !name.startsWith('.') && !/[/\p{Cc}]/u.test(name))
    return name.normalize('NFC');
  throw invalid('A collection has a name without "/" that does not begin with a dot.', {
    field: 'name',
  });
}
