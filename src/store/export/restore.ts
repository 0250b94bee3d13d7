import type { Store } from '../database/store.ts';
import { ScrapError } from '../errors.ts';
import type { Progress } from '../operation.ts';
import { FileBytes } from './file-bytes.ts';
import { linesOfFile } from './lines.ts';
import { putRecord } from './put-record.ts';
import { readExport } from './read-export.ts';

/**
 * Fills an empty store from a jsonl export: pages under their slugs and numbers, history, keys
 * and tags are what they were, so that exporting again gives the same file. All or nothing.
 * Throws `refused` where the store is not empty, and `unreadable` with the line where the file is
 * no whole export.
 */
export async function restoreFrom(store: Store, file: string, progress: Progress): Promise<number> {
  // Not `store.write`: reading a page's text may load a parser, which is awaited in between.
  store.exec('BEGIN IMMEDIATE');
  try {
    refuseFilled(store);
    let pages = 0;
    const files = new FileBytes(store);
    await readExport(linesOfFile(file), file, {
      begin: refusePart(file),
      bytes: (record, fault) => files.take(record, fault),
      async record(table, record, fault) {
        await putRecord(store, table, record, fault);
        if (table.type !== 'page') return;
        pages += 1;
        progress(pages, undefined, 'imported');
      },
    });
    store.exec('COMMIT');
    return pages;
  } catch (error) {
    store.exec('ROLLBACK');
    throw error;
  }
}

function refuseFilled(store: Store): void {
  const filled = store.get('SELECT 1 FROM changes UNION ALL SELECT 1 FROM pages LIMIT 1');
  if (filled === undefined) return;
  throw new ScrapError(
    'refused',
    'A jsonl export can only be read into an empty store, and this one has pages. Name a new one: --store new.db',
    { reason: 'not_empty' },
  );
}

function refusePart(file: string): (since: number | undefined) => void {
  return (since) => {
    if (since === undefined) return;
    throw new ScrapError(
      'unreadable',
      `${file} has only what came after change ${since}. Export all of it: scrap export --format jsonl`,
      { reason: 'bad_file' },
    );
  };
}
