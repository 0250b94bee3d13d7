import { createHash } from 'node:crypto';

import type { Store } from '../database/store.ts';
import { storedContent } from '../pages/content.ts';
import { clearDerived, writeDerived } from '../pages/derived.ts';
import { reindexPage } from '../pages/indexed.ts';
import { settle } from '../pages/overlay.ts';
import { type PageRow, pageById } from '../pages/row.ts';
import { refuseOddText } from '../text/decode.ts';
import type { Fault, JsonObject } from './read-export.ts';
import { columnNames, type Table, valuesOf } from './records.ts';

/**
 * Writes a line of an export as the row it was, with all that is read out of a page's text. With
 * `over`, a row that is there already becomes this one; otherwise there must be none.
 */
export async function putRecord(
  store: Store,
  table: Table,
  record: JsonObject,
  fault: Fault,
  { over = false }: { readonly over?: boolean } = {},
): Promise<void> {
  const { type } = table;
  const read = valuesOf(table, record);
  if ('wrong' in read) throw fault(`has a field "${read.wrong}" that is not as it should be`);
  const columns = columnNames(table);
  const values = [...read.values];
  const text = table.text === undefined ? undefined : checkedText(record, fault);
  if (type === 'page' && text === undefined) throw fault('has no text');
  if (type === 'revision') {
    columns.push('text');
    values.push(text ?? null);
  }
  const set = columns.map((name) => `${name} = excluded.${name}`).join(', ');
  // pages count themselves
  if (type === 'tag') {
    columns.push('pages');
    values.push(0);
  }
  const places = columns.map(() => '?').join(', ');
  const insert = `INSERT INTO ${table.name} (${columns.join(', ')}) VALUES (${places})`;
  const before = over && type === 'page' ? rowOf(store, Number(record['id'])) : undefined;
  try {
    if (before !== undefined) clearDerived(store, before);
    const becomes = `ON CONFLICT (${table.key.join(', ')}) DO UPDATE SET ${set}`;
    store.run(over ? `${insert} ${becomes}` : insert, ...values);
    if (type === 'page') await putPage(store, Number(record['id']), text ?? '');
    // it stands in the index beside the page's own words
    if (type === 'by_model' || type === 'clip')
      reindexPage(store, pageById(store, Number(record['page_id'])));
  } catch (error) {
    if (isConstraint(error)) throw fault('contradicts the lines before it');
    throw error;
  }
}

function rowOf(store: Store, id: number): PageRow | undefined {
  return store.get<PageRow>('SELECT * FROM pages WHERE id = ?', id);
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
  store.run(
    'INSERT INTO texts (page_id, text) VALUES (?, ?) ON CONFLICT (page_id) DO UPDATE SET text = excluded.text',
    id,
    text,
  );
  const row = pageById(store, id);
  const content = await storedContent(store, row, { text });
  writeDerived(store, row, content, settle(content.derived, content.overlay, text));
}
