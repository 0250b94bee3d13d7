import {
  type Check,
  type CheckToDo,
  checksOfKept,
  doChecks,
  type Finding,
  right,
  wrong,
} from './check.ts';
import { findFiles, foldersOf } from '../files/carried.ts';
import { openFile } from './driver.ts';
import { KEPT } from './kept.ts';
import { COUNTED, type Counted, countIn, fileHash, readManifest } from './manifest.ts';
import { migrate, MIGRATIONS, SCHEMA, schemaOf } from './migrate.ts';
import { APPLICATION_ID, openToRead, UNSET } from './open.ts';
import { Store } from './store.ts';

/** What was found in a backup, in the order it was looked at. */
export interface Examined {
  readonly file: string;
  readonly checks: readonly Check[];
  /** What is in it; undefined when a check failed. */
  readonly counted: Counted | undefined;
}

/**
 * Looks at `copy`, a copy of the backup called `original`, as at a file from a stranger: only
 * after its bytes, its kind and its tables are known to be right is anything in it relied on.
 */
export function examineBackup(copy: string, original: string): Examined {
  const store = openToRead(copy);
  let counted: Counted | undefined;
  try {
    const checks = doChecks([
      ['manifest', () => sameBytes(copy, original)],
      ['store', () => isStore(store)],
      ['tables', () => sameTables(store)],
      ...checksOfKept(store),
      [
        'contents',
        () => {
          counted = countIn(store);
          return sameContents(counted, original);
        },
      ],
      ['files', () => sameFiles(store, original)],
    ] satisfies CheckToDo[]);
    return { file: original, checks, counted: checks.every(({ ok }) => ok) ? counted : undefined };
  } finally {
    store.close();
  }
}

function sameBytes(copy: string, original: string): Finding {
  const manifest = readManifest(original);
  if (manifest === undefined) return right('none beside it, so its rows alone are checked');
  if (manifest === 'unreadable') return wrong('cannot be read');
  return fileHash(copy) === manifest.sha256_file
    ? right(`of ${String(manifest.created)}, for exactly these bytes`)
    : wrong('was written for other bytes: the backup has changed since');
}

function isStore(store: Store): Finding {
  if (store.pragma('application_id') !== APPLICATION_ID) return wrong('not a scrap store');
  const schema = schemaOf(store);
  if (schema < 1) return wrong('a store without tables');
  return schema > SCHEMA
    ? wrong(
        `made by a newer scrap (schema ${schema}, this one knows ${SCHEMA}); update scrap first`,
      )
    : right(`a scrap store, schema ${schema}`);
}

/** Rows are only ever read from tables and indexes that are exactly what scrap makes itself. */
function sameTables(store: Store): Finding {
  const ours = new Store(openFile(':memory:', {}), ':memory:', UNSET);
  try {
    migrate(ours, MIGRATIONS.slice(0, schemaOf(store)));
    const odd = Object.keys(KEPT).find(
      (table) => schemaText(ours, table) !== schemaText(store, table),
    );
    return odd === undefined
      ? right('as scrap makes them')
      : wrong(`${odd} is not as scrap makes it`);
  } finally {
    ours.close();
  }
}

function schemaText(store: Store, table: string): string {
  const rows = store.all<{ sql: string | null }>(
    `SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND type IN ('table', 'index', 'view')
     ORDER BY name`,
    table,
  );
  return JSON.stringify(rows);
}

function sameContents(counted: Counted, original: string): Finding {
  const { pages, revisions, captures } = counted;
  const says = `${pages} pages, ${revisions} revisions, ${captures} keys`;
  const manifest = readManifest(original);
  if (manifest === undefined || manifest === 'unreadable') return right(says);
  const odd = COUNTED.find((name) => counted[name] !== manifest[name]);
  return odd === undefined ? right(says) : wrong(`the manifest says another ${odd}`);
}

/** As many bytes are gone as were when the backup was made; without a manifest none may be. */
function sameFiles(store: Store, original: string): Finding {
  const { count, missing } = findFiles(store, foldersOf(original));
  const manifest = readManifest(original);
  const known = manifest === 'unreadable' ? 0 : (manifest?.files_missing ?? 0);
  const told = known === 0 ? '' : `, ${known} of them lost before the backup was made`;
  if (missing.length <= known) return right(`${count} hashed again, all as stored${told}`);
  return wrong(`${missing.length} of ${count} are gone or have changed, ${missing[0]} for one`);
}
