import { createHash } from 'node:crypto';

import { ScrapError } from '../errors.ts';
import { HEADER } from './jsonl.ts';
import { type Table, TABLES } from './records.ts';

/** Makes the error for a line; `what` goes on after `line 7`. */
export type Fault = (what: string) => ScrapError;

export type JsonObject = Readonly<Record<string, unknown>>;

/** What is done with an export while it is read. */
export interface Reader {
  /** Called with the first line: where it says `since`, what follows is a part. */
  readonly begin?: (since: number | undefined) => void;
  readonly record: (table: Table, record: JsonObject, fault: Fault) => Promise<void>;
  /** Takes a part of a file's bytes (file-bytes.ts); absent where none are expected. */
  readonly bytes?: (record: JsonObject, fault: Fault) => Promise<void>;
}

/**
 * Reads the lines of a jsonl export up to its end, and gives that. Throws `unreadable` with the
 * line where it is no whole export: everything that was done before then must be undone. `from`
 * names where the lines come from.
 */
export async function readExport(
  lines: AsyncIterable<string>,
  from: string,
  reader: Reader,
): Promise<JsonObject> {
  const types = TABLES.map(({ type }) => type);
  const expected = reader.bytes === undefined ? types : [...types, 'bytes'];
  const counts = new Map(expected.map((type) => [type, 0]));
  const hash = createHash('sha256');
  let number = 0;
  let end: JsonObject | undefined;
  for await (const line of lines) {
    number += 1;
    const fault = (what: string) => bad(from, `line ${number} ${what}`, { line: number });
    if (end !== undefined) throw fault('follows its last line');
    const record = parse(line, fault);
    if (number === 1) reader.begin?.(sinceOf(record, from, fault));
    if (record['end'] === undefined) hash.update(`${line}\n`);
    if (number === 1) continue;
    const [type = '', content] = Object.entries(record)[0] ?? [];
    if (!isObject(content)) throw fault('says nothing');
    const table = TABLES.find((each) => each.type === type);
    if (table !== undefined) {
      await reader.record(table, content, fault);
      counts.set(type, (counts.get(type) ?? 0) + 1);
    } else if (type === 'bytes' && reader.bytes !== undefined) {
      await reader.bytes(content, fault);
      counts.set(type, (counts.get(type) ?? 0) + 1);
    } else if (type === 'end') {
      end = content;
      const isWhole = [...counts].every(([each, count]) => (content[each] ?? 0) === count);
      if (!isWhole) throw fault('counts other lines than there are');
      if (content['sha256'] !== hash.digest('hex')) throw fault('says that another was changed');
    } else throw fault('is of a kind that is not known');
  }
  if (end !== undefined) return end;
  throw bad(from, 'its end is missing');
}

function bad(from: string, what: string, details: object = {}): ScrapError {
  return new ScrapError(
    'unreadable',
    `${from} is no whole export of scrap: ${what}. Nothing was imported; export again.`,
    { reason: 'bad_file', ...details },
  );
}

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

/** Checks the first line, and gives the change since which it tells; undefined where it is all. */
function sinceOf(header: JsonObject, from: string, fault: Fault): number | undefined {
  if (header['scrap'] !== HEADER.scrap) throw fault('is not the first line of one');
  if (header['version'] !== HEADER.version) {
    throw new ScrapError(
      'unreadable',
      `${from} was made by a newer scrap. Update scrap, then import it.`,
      { reason: 'too_new' },
    );
  }
  const { since } = header;
  if (since !== undefined && !Number.isSafeInteger(since))
    throw fault('is not the first line of one');
  return since as number | undefined;
}
