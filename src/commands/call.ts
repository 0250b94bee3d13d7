import { createReadStream } from 'node:fs';
import { basename } from 'node:path';

import {
  exportPieces,
  files,
  isReadAnotherWay,
  openStore,
  operations,
  perform,
  type Store,
  upkeep,
} from '../store/index.ts';
import type { Call } from './command.ts';
import { author, client, publicUrl, storeFile, zone } from './environment.ts';
import type { Line } from './line.ts';
import type { Terminal } from './terminal.ts';

/** A command's view of one line, with the store opened when it is first needed. */
export function callOf(line: Line, terminal: Terminal): { call: Call; close: () => void } {
  let store: Store | undefined;
  let isLookedAt = false;
  const open: Call['open'] = (how = {}) => {
    store ??= openStore(storeFile(line.flags), {
      publicUrl: publicUrl(),
      ...zone(),
      ...how,
      onCreate: (file) => terminal.say(`new store ${file}`),
    });
    return store;
  };
  const call: Call = {
    words: line.words,
    literal: line.literal,
    flags: line.flags,
    terminal,
    open,
    whole: async () => open(),
    exported: async (format) => exportPieces(open(), format),
    async keepFile(path) {
      const { putFile } = await files.put();
      const { fileToken } = await files.attach();
      const { id } = await putFile(open({ mayCreate: true }), createReadStream(path));
      return fileToken(id, basename(path));
    },
    async perform<Answer>(name: keyof typeof operations, input: object): Promise<Answer> {
      const operation = await operations[name]();
      const mayCreate =
        operation.effect === 'adds' && !('dry_run' in input && input.dry_run === true);
      const progress = (done: number, total: number | undefined, what: string) =>
        terminal.progress(total === undefined ? `${what} ${done}` : `${what} ${done} of ${total}`);
      // Each operation checks its own input; the table of them has no one type.
      const any = operation as unknown as Parameters<typeof perform>[0];
      const caller = {
        door: 'cli',
        author: author(line.flags),
        source: 'cli',
        here: true,
        ...client(),
      } as const;
      const opened = open({ mayCreate });
      if (name !== 'reindex' && !isLookedAt && isReadAnotherWay(opened)) {
        // Told once: a screen performs many, and has no place for it.
        isLookedAt = true;
        await readAnew(opened, terminal);
      }
      return (await perform(any, opened, input, caller, progress)) as Answer;
    },
  };
  return { call, close: () => store?.close() };
}

/** The same where it cannot be known who is to be asked: whatever asks throws `why`. */
export function callNobody(
  line: Line,
  terminal: Terminal,
  why: unknown,
): { call: Call; close: () => void } {
  const refuse = (): never => {
    throw why;
  };
  const call: Call = {
    words: line.words,
    literal: line.literal,
    flags: line.flags,
    terminal,
    open: refuse,
    whole: async () => refuse(),
    exported: async () => refuse(),
    get elsewhere() {
      return refuse();
    },
    keepFile: async () => refuse(),
    perform: async () => refuse(),
  };
  return { call, close: () => {} };
}

/** So many pages are read anew unasked: it takes about a second. */
const FEW_PAGES = 500;

/** This scrap reads out of texts what the one before did not. */
async function readAnew(store: Store, terminal: Terminal): Promise<void> {
  const row = store.get<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM pages LIMIT ${FEW_PAGES + 1})`,
  );
  if ((row?.n ?? 0) > FEW_PAGES) {
    terminal.say('scrap: this version reads pages another way; to read them anew: scrap reindex');
    return;
  }
  const { rebuildDerived } = await upkeep.rebuild();
  await rebuildDerived(store, () => {}, { fresh: false });
}
