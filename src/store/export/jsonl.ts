import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

import { openStore } from '../database/open.ts';
import type { Store } from '../database/store.ts';
import { columnNames, recordOf, type Table, TABLES } from './records.ts';

/** The first line of the file; a later form of it gets another number. */
export const HEADER = { scrap: 'jsonl', version: 1 } as const;

const CHUNK = 500;
/** Characters that are gathered into one piece. */
const PIECE = 256 * 1024;

/**
 * The whole store, one JSON object a line: the header, `{ "change": {…} }` and so on for every
 * row, each table in the order of its key, and `{ "end": { "change": 12, …, "sha256" } }` with how
 * many there were and the hash of all lines before, by which a damaged file is known. Read on a connection of its own and one
 * snapshot, since pages, history and keys must belong together.
 */
export async function* jsonlPieces(store: Store): AsyncGenerator<string> {
  const snapshot = openStore(store.file, store.setting);
  try {
    snapshot.exec('BEGIN');
    const hash = createHash('sha256');
    let piece = `${JSON.stringify(HEADER)}\n`;
    hash.update(piece);
    const counts: Record<string, number> = {};
    for (const table of TABLES) {
      let count = 0;
      for (const line of linesOf(snapshot, table)) {
        count += 1;
        hash.update(line);
        piece += line;
        if (piece.length < PIECE && count % CHUNK !== 0) continue;
        yield piece;
        piece = '';
        await turn();
      }
      counts[table.type] = count;
    }
    const end = { ...counts, sha256: hash.digest('hex') };
    yield `${piece}${JSON.stringify({ end })}\n`;
  } finally {
    snapshot.close();
  }
}

function* linesOf(snapshot: Store, table: Table): Generator<string> {
  const key = table.key.join(', ');
  const places = table.key.map(() => '?').join(', ');
  const select = `SELECT ${columnNames(table).join(', ')} FROM ${table.name} WHERE ${table.where ?? 'true'}`;
  const end = `ORDER BY ${key} LIMIT ${CHUNK}`;
  let rows = snapshot.all<Record<string, unknown>>(`${select} ${end}`);
  while (rows.length > 0) {
    let place: unknown[] = [];
    for (const row of rows) {
      place = table.key.map((column) => row[column]);
      const text =
        table.text === undefined
          ? undefined
          : snapshot.get<{ text: string | null }>(table.text, ...place)?.text;
      const record = { ...recordOf(table, row), ...(text === null ? {} : { text }) };
      yield `${JSON.stringify({ [table.type]: record })}\n`;
    }
    rows = snapshot.all(`${select} AND (${key}) > (${places}) ${end}`, ...place);
  }
}
