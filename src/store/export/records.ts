import { JOB_KINDS } from '../jobs/job.ts';
import { SPENT_ON } from '../spending/ledger.ts';
import { ENCODINGS, KINDS, STATUSES } from '../pages/words.ts';

/**
 * What a column holds: a text, a whole number, JSON in a text (a value in the file: a list or an
 * object, or also a text), bytes (hex in the file), or one of some words. One whose name ends in
 * `?` may be empty, and is then absent.
 */
type Holds = 'text' | 'whole' | 'json' | 'json or text' | 'bytes' | readonly string[];

/** A table as a jsonl export carries it. */
export interface Table {
  /** The word that begins its lines. */
  readonly type: string;
  readonly name: string;
  /** The columns that order its rows. */
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, Holds>>;
  /** Narrows the rows. */
  readonly where?: string;
  /** Finds a row's text by its key: texts are read one by one, since many may not fit in memory. */
  readonly text?: string;
  /**
   * Which rows are news to a copy of the store; a table without it is small, and comes whole.
   * Rows of later changes, of pages that those touched, or both; rows that were added since, which
   * are the last ones in the order of `grows`; or rows as late as the latest that is known.
   */
  readonly news?:
    | { readonly change?: string; readonly page?: string }
    | { readonly grows: string }
    | { readonly latest: string };
}

/**
 * The tables in the order they are written and read. What is read out of texts is not among
 * them, since it is read again: what a folder's files say of its pages stands before these.
 */
export const TABLES: readonly Table[] = [
  {
    type: 'change',
    name: 'changes',
    key: ['number'],
    news: { change: 'number' },
    columns: {
      number: 'whole',
      at: 'text',
      operation: 'text',
      author: 'text',
      source: 'text',
      'client?': 'text',
      'origin?': 'text',
      pages: 'whole',
    },
  },
  {
    type: 'tag',
    name: 'tags',
    key: ['name'],
    news: { grows: 'id' },
    columns: { name: 'text', shown: 'text' },
  },
  {
    type: 'file',
    name: 'files',
    key: ['id'],
    columns: { id: 'text', type: 'text', size: 'whole', added: 'text' },
  },
  {
    type: 'folder_file',
    name: 'folder_files',
    key: ['collection', 'path'],
    columns: {
      collection: 'text',
      path: 'text',
      file_id: 'text',
      name: 'text',
      modified: 'text',
      'says?': 'json or text',
    },
  },
  {
    type: 'page',
    name: 'pages',
    key: ['id'],
    news: { page: 'id' },
    columns: {
      id: 'whole',
      slug: 'text',
      title: 'text',
      kind: KINDS,
      'status?': STATUSES,
      'due?': 'text',
      'scheduled?': 'text',
      'start?': 'text',
      'repeat?': 'text',
      'follows?': 'whole',
      'priority?': 'whole',
      open: 'whole',
      author: 'text',
      source: 'text',
      'client?': 'text',
      'origin?': 'text',
      'fields?': 'json',
      'overlay?': 'json',
      'collection?': 'text',
      'path?': 'text',
      encoding: ENCODINGS,
      created: 'text',
      updated: 'text',
      'done?': 'text',
      revision: 'whole',
      quiet: 'whole',
      'trashed?': 'text',
      'warnings?': 'json',
      sha256: 'bytes',
    },
    text: 'SELECT text FROM texts WHERE page_id = ?',
  },
  {
    type: 'by_model',
    name: 'by_model',
    key: ['page_id'],
    news: { latest: 'at' },
    columns: {
      page_id: 'whole',
      model: 'text',
      at: 'text',
      revision: 'whole',
      text_sha256: 'bytes',
      'title?': 'text',
      'kind?': 'text',
      'summary?': 'text',
      'tags?': 'json',
      'related?': 'json',
      'transcript?': 'text',
    },
  },
  {
    type: 'clip',
    name: 'clips',
    key: ['page_id'],
    news: { latest: 'fetched' },
    columns: { page_id: 'whole', url: 'text', fetched: 'text', 'quote?': 'text' },
  },
  {
    type: 'former',
    name: 'names',
    key: ['name', 'kind', 'page_id'],
    news: { page: 'page_id' },
    columns: { name: 'text', kind: ['former'], page_id: 'whole' },
    where: "kind = 'former'",
  },
  {
    type: 'revision',
    name: 'revisions',
    key: ['page_id', 'change'],
    news: { page: 'page_id', change: 'change' },
    columns: { page_id: 'whole', change: 'whole', 'before?': 'json', 'sha256?': 'bytes' },
    text: 'SELECT text FROM revisions WHERE page_id = ? AND change = ?',
  },
  {
    type: 'capture',
    name: 'captures',
    key: ['id', 'ordinal'],
    news: { page: 'page_id', change: 'change' },
    columns: { id: 'bytes', ordinal: 'whole', page_id: 'whole', change: 'whole', body: 'bytes' },
  },
  {
    type: 'spending',
    name: 'spending',
    key: ['id'],
    columns: {
      id: 'whole',
      at: 'text',
      day: 'text',
      kind: SPENT_ON,
      model: 'text',
      reserved: 'whole',
      'spent?': 'whole',
    },
  },
  {
    type: 'search',
    name: 'searches',
    key: ['name'],
    columns: { name: 'text', query: 'text', updated: 'text' },
  },
  {
    type: 'notebook',
    name: 'notebooks',
    key: ['name'],
    columns: { name: 'text', folder: 'text', ticks: 'whole', 'synced?': 'text' },
  },
  {
    type: 'page_file',
    name: 'page_files',
    key: ['page_id', 'ordinal'],
    columns: { page_id: 'whole', ordinal: 'whole', file_id: 'text', name: 'text' },
  },
  {
    type: 'reviewed',
    name: 'reviewed',
    key: ['client', 'origin'],
    columns: { client: 'text', origin: 'text', change: 'whole' },
  },
  {
    type: 'job',
    name: 'jobs',
    key: ['page_id', 'kind', 'subject'],
    columns: {
      page_id: 'whole',
      kind: JOB_KINDS,
      subject: 'text',
      asked: 'text',
      due: 'text',
      attempts: 'whole',
      'reason?': 'text',
      'failed?': 'text',
    },
  },
];

/** The columns of a table by their names in SQL. */
export function columnNames(table: Table): string[] {
  return Object.keys(table.columns).map((column) => column.replace('?', ''));
}

/** The query for some rows of a table, without their texts. */
export function selectOf(table: Table, where: string, order: readonly string[]): string {
  const all = `(${table.where ?? 'true'}) AND (${where})`;
  return `SELECT ${columnNames(table).join(', ')} FROM ${table.name} WHERE ${all} ORDER BY ${order.join(', ')}`;
}

/** A row as a line of the file carries it. */
export function recordOf(table: Table, row: Readonly<Record<string, unknown>>): object {
  const record: Record<string, unknown> = {};
  for (const [column, holds] of Object.entries(table.columns)) {
    const name = column.replace('?', '');
    const value = row[name];
    if (value === null || value === undefined) continue;
    if (isJson(holds) && typeof value === 'string') record[name] = JSON.parse(value);
    else record[name] = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
  }
  return record;
}

/**
 * The values of a line's record in the order of `columnNames`, or what is wrong with it: the
 * name of a field that is missing, of another type, or not known.
 */
export function valuesOf(
  table: Table,
  record: Readonly<Record<string, unknown>>,
): { values: unknown[] } | { wrong: string } {
  const values: unknown[] = [];
  const known = columnNames(table);
  for (const [column, holds] of Object.entries(table.columns)) {
    const name = column.replace('?', '');
    const given = Object.hasOwn(record, name) ? record[name] : undefined;
    const value = given === undefined && column.endsWith('?') ? null : stored(holds, given);
    if (value === undefined) return { wrong: name };
    values.push(value);
  }
  const unknown = Object.keys(record).find((name) => !known.includes(name) && name !== 'text');
  return unknown === undefined ? { values } : { wrong: unknown.slice(0, 60) };
}

function isJson(holds: Holds): holds is 'json' | 'json or text' {
  return holds === 'json' || holds === 'json or text';
}

/** A value as SQLite has it; undefined where it is of another type. */
function stored(holds: Holds, value: unknown): unknown {
  if (isJson(holds)) {
    const isText = holds === 'json or text' && typeof value === 'string';
    const fits = isText || (typeof value === 'object' && value !== null);
    return fits ? JSON.stringify(value) : undefined;
  }
  if (holds === 'whole') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  if (holds === 'text') return value;
  if (holds === 'bytes')
    return /^(?:[0-9a-f]{2})*$/.test(value) ? Buffer.from(value, 'hex') : undefined;
  return holds.includes(value) ? value : undefined;
}
