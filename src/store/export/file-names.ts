import { cleanFileName } from '../files/name.ts';
import { slugOf } from '../text/slug.ts';

/** What one name may have on the file systems in use, in bytes. */
const LONGEST_NAME = 255;
/** Room for a number and an extension behind a slug. */
const LONGEST_SLUG = 180;
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A file name, without extension, that every file system takes, for a page made in scrap. */
export function slugFileName(slug: string): string {
  let name = slugOf(slug) || 'page';
  while (Buffer.byteLength(name) > LONGEST_SLUG) name = name.slice(0, -1);
  name = name.replace(/(?:\p{Surrogate}|-)$/u, '');
  return WINDOWS_DEVICE.test(name) ? `page-${name}` : name;
}

/** A folder name for a collection. */
export function folderName(collection: string): string {
  return isSafeName(collection) ? collection : slugFileName(collection);
}

/**
 * Whether a page's own path can be a path below the folder of an export: no way out of it, no
 * hidden name, and an extension that makes no program of it. What came out of a folder is; what
 * was restored from somebody's file need not be.
 */
export function isSafePath(path: string): boolean {
  return /\.(?:md|markdown|org)$/i.test(path) && path.split('/').every(isSafeName);
}

/** Whether the path of another file of a folder can be one below the folder of an export. */
export function isSafeFilePath(path: string): boolean {
  return path.split('/').every(isSafeName);
}

/** A name for a file that came with a page: its own, as far as every file system takes that. */
export function attachmentName(name: string): string {
  const clean = cleanFileName(name).replace(/[. ]+$/, '');
  const isDevice = WINDOWS_DEVICE.test(clean.split('.', 1)[0] ?? '');
  return clean === '' || isDevice ? `file-${clean}` : clean;
}

function isSafeName(name: string): boolean {
  const isNamed =
    name !== '' && !name.startsWith('.') && !name.includes('\0') && !name.includes('/');
  return isNamed && Buffer.byteLength(name) <= LONGEST_NAME;
}

/**
 * Gives each file of an export a path of its own, also where the file system takes no notice of
 * case or of how characters are composed: the wanted one, else numbered, `a-2.md`.
 */
export function pathGiver(): (wanted: string) => string {
  const files = new Set<string>();
  const folders = new Set<string>();
  return (wanted) => {
    // where a file has the name of a folder on the way, the folders become part of the name
    const blocked = foldersOf(wanted).some((folder) => files.has(folded(folder)));
    const base = blocked ? wanted.replaceAll('/', '-') : wanted;
    let path = base;
    for (let i = 2; files.has(folded(path)) || folders.has(folded(path)); i += 1) {
      path = base.replace(/(?=\.[^./]*$)|$/, `-${i}`);
    }
    files.add(folded(path));
    for (const folder of foldersOf(path)) folders.add(folded(folder));
    return path;
  };
}

function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('/'));
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase().normalize('NFC');
}
