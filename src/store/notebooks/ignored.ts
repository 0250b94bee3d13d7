import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LONGEST = 64 * 1024;

/** Whether a path, relative to the notebook, is left out: a file, or a folder with all below it. */
export type IsIgnored = (path: string, isFolder: boolean) => boolean;

/**
 * What a mirrored notebook's `.emanoteignore` leaves out; an import is a copy of all there is (guide/emanoteignore.md of Emanote): a pattern a
 * line, over whole paths from the folder on, in which `*` stands for any part of a name and `**`
 * for any number of folders. Says of a path whether it is one of those, and of a folder whether
 * all below is. A file that cannot be read leaves nothing out.
 */
export function ignoredBy(root: string): IsIgnored {
  const patterns = readLines(join(root, '.emanoteignore'))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/^\.\//, '').split('/'));
  return (path, isFolder) => {
    const names = path.split('/');
    return patterns.some(
      (pattern) => (!isFolder || pattern.at(-1) === '**') && matches(pattern, names, isName, '**'),
    );
  };
}

function readLines(file: string): string[] {
  let handle: number | undefined;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(handle);
    if (!stat.isFile() || stat.size > LONGEST) return [];
    return readFileSync(handle, 'utf8').split('\n');
  } catch {
    return [];
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function isName(pattern: string, name: string): boolean {
  return pattern === '*' || matches(pattern.split(''), name.split(''), (a, b) => a === b, '*');
}

/**
 * Whether parts are what a pattern says, in which `any` stands for any number of them. What
 * stands before the last `any` seen is never looked at again, so it takes at most the product of
 * both lengths.
 */
function matches(
  pattern: readonly string[],
  parts: readonly string[],
  isSame: (pattern: string, part: string) => boolean,
  any: string,
): boolean {
  let at = 0;
  let seen = -1;
  let from = 0;
  for (let i = 0; i < parts.length;) {
    const wanted = pattern[at];
    if (wanted === any) {
      seen = at;
      from = i;
      at += 1;
    } else if (wanted !== undefined && isSame(wanted, parts[i] ?? '')) {
      at += 1;
      i += 1;
    } else if (seen !== -1) {
      at = seen + 1;
      from += 1;
      i = from;
    } else return false;
  }
  while (pattern[at] === any) at += 1;
  return at === pattern.length;
}
