import { createHash } from 'node:crypto';

import type { Store } from '../database/store.ts';
import { ScrapError } from '../errors.ts';
import type { Progress } from '../operation.ts';
import { contentOf } from '../pages/content.ts';
import { writeDerived } from '../pages/derived.ts';
import { reindexPage } from '../pages/indexed.ts';
import { readOverlay, settle } from '../pages/overlay.ts';
import { pageById } from '../pages/row.ts';
import { refuseOddText } from '../text/decode.ts';
import { linesOfFile } from './file-lines.ts';
import { HEADER } from './jsonl.ts';
import { columnNames, type Table, TABLES, valuesOf } from './records.ts';

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
    const pages = await readLines(store, file, progress);
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

async function readLines(store: Store, file: string, progress: Progress): Promise<number> {
  const counts = new Map(TABLES.map(({ type }) => [type, 0]));
  const hash = createHash('sha256');
  let number = 0;
  let ended = false;
  for await (const line of linesOfFile(file)) {
    number += 1;
    const fault = (what: string) =>
      new ScrapError(
        'unreadable',
        `${file} is no whole export of scrap: line ${number} ${what}. Nothing was imported; export again.`,
        { reason: 'bad_file', line: number },
      );
    if (ended) throw fault('follows its last line');
    const record = parse(line, fault);
    if (number === 1) checkHeader(record, file, fault);
    if (record['end'] === undefined) hash.update(`${line}\n`);
    if (number === 1) continue;
    const [type = '', content] = Object.entries(record)[0] ?? [];
    if (!isObject(content)) throw fault('says nothing');
    const table = TABLES.find((each) => each.type === type);
    if (table !== undefined) {
      await putRecord(store, table, content, fault);
      const count = (counts.get(type) ?? 0) + 1;
      counts.set(type, count);
      if (type === 'page') progress(count, undefined, 'imported');
    } else if (type === 'end') {
      ended = true;
      const isWhole = TABLES.every((each) => content[each.type] === counts.get(each.type));
      if (!isWhole) throw fault('counts other lines than there are');
      if (content['sha256'] !== hash.digest('hex')) throw fault('says that another was changed');
    } else throw fault('is of a kind that is not known');
  }
  if (ended) return counts.get('page') ?? 0;
  throw new ScrapError(
    'unreadable',
    `${file} is no whole export of scrap: its end is missing. Nothing was imported; export again.`,
    { reason: 'bad_file' },
  );
}

type Fault = (what: string) => ScrapError;
type JsonObject = Readonly<Record<string, unknown>>;

function parse(line: string, fault: Fault): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw fault('is not JSON');
  }
  if (!isObject(value)) throw fault('is not an object');
  return value;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkHeader(header: JsonObject, file: string, fault: Fault): void {
  if (header['scrap'] !== HEADER.scrap) throw fault('is not the first line of one');
  if (header['version'] === HEADER.version) return;
  throw new ScrapError(
    'unreadable',
    `${file} was made by a newer scrap. Update scrap, then import it.`,
    { reason: 'too_new' },
  );
}

async function putRecord(
  store: Store,
  table: Table,
  record: JsonObject,
  fault: Fault,
): Promise<void> {
  const { type } = table;
  const read = valuesOf(table, record);
  if ('wrong' in read) throw fault(`has a field "${read.wrong}" that is not as it should be`);
  const columns = columnNames(table);
  const values = [...read.values];
  const text = table.text === undefined ? undefined : checkedText(record, fault);
  if (type === 'page' && text === undefined) throw fault('has no text');
  if (type === 'tag') {
    // pages count themselves
    columns.push('pages');
    values.push(0);
  } else if (type === 'revision') {
    columns.push('text');
    values.push(text ?? null);
  }
  const places = columns.map(() => '?').join(', ');
  try {
    store.run(`INSERT INTO ${table.name} (${columns.join(', ')}) VALUES (${places})`, ...values);
    if (type === 'page') await putPage(store, Number(record['id']), text ?? '');
    // it stands in the index beside the page's own words
    if (type === 'by_model') reindexPage(store, pageById(store, Number(record['page_id'])));
  } catch (error) {
    if (isConstraint(error)) throw fault('contradicts the lines before it');
    throw error;
  }
}

function isConstraint(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_CONSTRAINT');
}

/** A line's text, if it is the one that was exported. */
function checkedText(record: JsonObject, fault: Fault): string | undefined {
  const text = record['text'];
  if (text === undefined) return undefined;
  if (typeof text !== 'string') throw fault('has a text that is none');
  const sha256 = createHash('sha256').update(text, 'utf8').digest('hex');
  if (record['sha256'] !== sha256) throw fault('has another text than was exported');
  refuseOddText(text, 'A page of the file');
  return text;
}

/** Writes what belongs to a page whose row is there, and all that is read out of its text. */
async function putPage(store: Store, id: number, text: string): Promise<void> {
  store.run('INSERT INTO texts (page_id, text) VALUES (?, ?)', id, text);
  const row = pageById(store, id);
  const overlay = readOverlay(row.overlay);
  const { path, encoding, created: at } = row;
  const content = await contentOf(text, { overlay, path, encoding, at });
  writeDerived(store, row, content, settle(content.derived, content.overlay, text));
}
