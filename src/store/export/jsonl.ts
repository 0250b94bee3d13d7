import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

import { openStore } from '../database/open.ts';
import type { Store } from '../database/store.ts';
import { byteLines } from './file-bytes.ts';
import { given } from '../pages/given.ts';
import { newsOf, noteNews, rowsOf } from './news-of.ts';
import { recordOf, type Table, TABLES } from './records.ts';
import { changesSince, printStand, readStand, standOf } from './stand.ts';

/** The first line of the file; a later form of it gets another number. */
export const HEADER = { scrap: 'jsonl', version: 1 } as const;

/** So many lines, or so many characters, are gathered into one piece. */
const PIECE = { lines: 500, length: 256 * 1024 };

/**
 * The whole store, one JSON object a line: the header, `{ "change": {…} }` and so on for every
 * row, each table in the order of its key, and `{ "end": { "change": 12, …, "sha256" } }` with how
 * many there were and the hash of all lines before, by which a damaged file is known. Read on a
 * connection of its own and one snapshot, since pages, history and keys must belong together.
 *
 * With `after`, the stand that a copy has ('' for none yet), only what that copy lacks, without
 * the bytes of files; where that cannot be told, all. The header then says `since`, a number of a change, where it is not all,
 * and the end has the `stand` that the copy will have.
 */
export async function* jsonlPieces(store: Store, after?: string): AsyncGenerator<string> {
  const snapshot = openStore(store.file, store.setting);
  try {
    snapshot.exec('BEGIN');
    const from = after === undefined ? undefined : readStand(after);
    const fresh = from === undefined ? undefined : changesSince(snapshot, from);
    if (fresh !== undefined) noteNews(snapshot, fresh);
    const isPart = from !== undefined && fresh !== undefined;

    const hash = createHash('sha256');
    let piece = `${JSON.stringify({ ...HEADER, ...(isPart ? { since: from.change } : {}) })}\n`;
    hash.update(piece);
    const counts: Record<string, number> = {};
    for (const table of TABLES) {
      let count = 0;
      const rows = isPart ? newsOf(snapshot, table, from) : rowsOf(snapshot, table);
      for (const line of linesOf(snapshot, table, rows)) {
        count += 1;
        hash.update(line);
        piece += line;
        if (piece.length < PIECE.length && count % PIECE.lines !== 0) continue;
        yield piece;
        piece = '';
        await turn();
      }
      counts[table.type] = count;
    }
    // a copy that follows asks for the bytes it lacks one by one
    if (after === undefined) {
      counts['bytes'] = 0;
      for await (const line of byteLines(snapshot)) {
        counts['bytes'] += 1;
        hash.update(line);
        yield piece + line;
        piece = '';
      }
    }
    const stand = after === undefined ? {} : { stand: printStand(standOf(snapshot)) };
    const end = { ...counts, ...stand, sha256: hash.digest('hex') };
    yield `${piece}${JSON.stringify({ end })}\n`;
  } finally {
    snapshot.close();
  }
}

function* linesOf(
  snapshot: Store,
  table: Table,
  rows: Iterable<Record<string, unknown>>,
): Generator<string> {
  for (const row of rows) {
    const key = table.key.map((column) => row[column]);
    const text =
      table.text === undefined
        ? undefined
        : snapshot.get<{ text: string | null }>(table.text, ...key)?.text;
    const record = { ...recordOf(table, row), ...given('text', text) };
    yield `${JSON.stringify({ [table.type]: record })}\n`;
  }
}
