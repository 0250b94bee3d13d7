import type { Store } from '../database/store.ts';
import { invalid, ScrapError } from '../errors.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { cleanFileName } from './name.ts';
import { isFileId } from './place.ts';
import type { StoredFile } from './put.ts';
import { isPicture } from './type.ts';

/** So many files one page may have. */
export const MOST_FILES = 50;

/** A file of a page, under the name it has there. */
export interface NamedFile extends StoredFile {
  readonly name: string;
}

/** What a caller passes on to name a file that is in the store: `<id>` or `<id>/<name>`. */
export function fileToken(id: string, name: string | undefined): string {
  return name === undefined ? id : `${id}/${cleanFileName(name)}`;
}

/** The files that tokens name. Throws `not_found` for one that is not in the store (any more). */
export function filesByToken(store: Store, tokens: readonly string[]): NamedFile[] {
  return tokens.map((token) => {
    const [id = '', ...name] = token.split('/');
    if (!isFileId(id)) {
      throw invalid('"files" takes the ids that POST /api/files answers.', { field: 'files' });
    }
    const row = store.get<StoredFile>('SELECT id, type, size FROM files WHERE id = ?', id);
    if (row !== undefined) return { ...row, name: cleanFileName(name.join('/')) };
    throw new ScrapError(
      'not_found',
      'There is no such file. What no page has is kept for a day: send it again, POST /api/files.',
      { reason: 'file', id },
    );
  });
}

/** Gives a page its files, and has its pictures made ready; called inside the change that makes the page. */
export function attachFiles(store: Store, pageId: number, files: readonly NamedFile[]): void {
  for (const [ordinal, { id, name, type }] of files.entries()) {
    store.run(
      'INSERT INTO page_files (page_id, ordinal, file_id, name) VALUES (?, ?, ?, ?)',
      pageId,
      ordinal,
      id,
      name,
    );
    if (isPicture(type)) enqueue(store, { kind: 'thumbnail', pageId, subject: id });
  }
}

/** What a page without words is by its files: pictures alone are a photo. */
export function kindOfFiles(files: readonly NamedFile[]): 'photo' | 'file' {
  return files.every(({ type }) => isPicture(type)) ? 'photo' : 'file';
}

/** Names that a camera or a browser gave, which say nothing to a person. */
const SAYS_NOTHING = /^(?:file|image|photo|img|dsc[nf]?|pxl|p)?[\d _()-]*(?:\.[a-z\d]{1,5})?$/i;

/** What a page without words is called by its files; undefined where their names say nothing. */
export function titleOfFiles(files: readonly NamedFile[]): string | undefined {
  const named = files.find(({ name }) => !SAYS_NOTHING.test(name));
  // a picture is one whatever it ends in; of another file the ending says what it is
  return named && isPicture(named.type) ? named.name.replace(/(?<=.)\.[^.]*$/, '') : named?.name;
}
