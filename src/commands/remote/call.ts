import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';

import {
  type AnyOperation,
  exportPieces,
  nameAt,
  type OperationName,
  operations,
  perform,
  ScrapError,
  type Store,
} from '../../store/index.ts';
import type { Call } from '../command.ts';
import { sayWhen } from '../dates.ts';
import type { Line } from '../line.ts';
import type { Terminal } from '../terminal.ts';
import { deliver } from './deliver.ts';
import { elsewhere } from './elsewhere.ts';
import { keepWrite } from './keep-write.ts';
import { isAway } from './trouble.ts';

/** How long a command goes on after its answer to bring the replica up, in ms. */
const AFTERWARDS = 3_000;

/**
 * A command's view of one line where a server elsewhere is asked. While that is away, what reads
 * is answered from the replica, and what writes is kept in the outbox (`KeptForLater`).
 */
export function callElsewhere(
  line: Line,
  terminal: Terminal,
  url: string,
): { call: Call; close: () => Promise<void> } {
  const there = elsewhere(url, line.flags);
  const { server, sender, outbox, replica } = there;
  const { origin } = server;
  let latest: number | undefined;
  let copy: Store | undefined;
  let delivered: Promise<void> | undefined;
  /** By their tokens the paths of the files that this command has put there. */
  const put = new Map<string, string>();

  /** What waits goes first: once a command, and again where the server was away meanwhile. */
  const ahead = async (): Promise<void> => {
    delivered ??= deliver(outbox, server, terminal);
    try {
      await delivered;
    } catch (error) {
      delivered = undefined;
      throw error;
    }
  };

  /** What is read needs no order: only where the server is away it makes a difference. */
  const aheadOfRead = () =>
    ahead().catch((error: unknown) => {
      if (isAway(error) || !(error instanceof ScrapError)) throw error;
      terminal.say(`scrap: what waits in the outbox waits on: ${error.message}`);
    });

  const progress = (done: number, total: number | undefined, what: string) =>
    terminal.progress(total === undefined ? `${what} ${done}` : `${what} ${done} of ${total}`);

  /** The replica as it is; says how old, since it is asked only while the server is away. */
  const asOf = (why: ScrapError): Store => {
    if (copy !== undefined) return copy;
    const pulled = replica.pulled();
    if (pulled === undefined) {
      throw new ScrapError(
        'busy',
        `${why.message} There is no replica here to read meanwhile; when it is back: scrap pull`,
        why.details,
      );
    }
    copy = replica.open(sender.zone);
    const when = terminal.manner === 'columns' ? sayWhen(pulled.at, terminal.now) : pulled.at;
    const waiting = outbox.entries().length;
    const besides = waiting === 0 ? '' : ` (${waiting} in the outbox not among it)`;
    terminal.say(`scrap: as of ${when}${besides}. ${why.message}`);
    return copy;
  };

  /** The replica, brought up where the server answers. */
  const whole = async (): Promise<Store> => {
    try {
      await ahead();
      await replica.pull(server, sender, { progress });
      copy ??= replica.open(sender.zone);
      return copy;
    } catch (error) {
      if (isAway(error)) return asOf(error);
      throw error;
    } finally {
      terminal.progress('');
    }
  };

  const call: Call = {
    words: line.words,
    literal: line.literal,
    flags: line.flags,
    terminal,
    elsewhere: there,
    open() {
      throw onlyThere(origin);
    },
    whole,
    async exported(format) {
      try {
        await ahead();
        return (await server.stream(`/api/export?format=${format}`, sender)).pieces;
      } catch (error) {
        if (isAway(error)) return exportPieces(asOf(error), format);
        throw error;
      }
    },
    async keepFile(path) {
      try {
        await ahead();
        const token = await server.putFile(path, basename(path), sender);
        put.set(token, path);
        return token;
      } catch (error) {
        if (isAway(error)) return outbox.keepFile(path, basename(path));
        throw error;
      }
    },
    async perform<Answer>(name: OperationName, input: object): Promise<Answer> {
      const operation = (await operations[name]()) as unknown as AnyOperation;
      const here = { door: 'cli', source: 'cli', here: false, ...sender } as const;
      // it writes here what the whole store has
      if (name === 'export') {
        return (await perform(operation, await whole(), input, here, progress)) as Answer;
      }
      const named = nameAt(operation, 'http');
      if (named === undefined) throw onlyThere(origin);
      const sent = withKey(operation, input);
      try {
        await (operation.effect === 'reads' ? aheadOfRead() : ahead());
        const { answer, change } = await server.perform(named, sent.input, sender);
        latest = change;
        return (sent.isOurs ? madeNow(answer) : answer) as Answer;
      } catch (error) {
        if (!isAway(error)) throw error;
        if (operation.effect === 'reads' || isDry(input)) {
          return (await perform(operation, asOf(error), input, here, progress)) as Answer;
        }
        delivered = undefined; // it goes before what this command may write later
        const files = putFor(sent.input);
        const write = { name, operation, input: sent.input, files, now: terminal.now };
        throw await keepWrite(there, write, error);
      }
    },
  };

  function putFor({ files }: Readonly<Record<string, unknown>>): string[] {
    const tokens = Array.isArray(files) ? files.map(String) : [];
    return tokens.flatMap((token) => put.get(token) ?? []);
  }

  /** Brings the replica up to what the last answer said there is. What hinders waits for a pull. */
  async function bringUp(): Promise<void> {
    const pulled = replica.pulled();
    if (pulled === undefined || pulled.behind === true || latest === undefined) return;
    const at = new Date().toISOString();
    if (pulled.change === latest) return replica.note({ at, change: latest });
    const signal = AbortSignal.timeout(AFTERWARDS);
    const mayBeginAnew = () => {
      throw new TooMuch();
    };
    try {
      await replica.pull(server, sender, { signal, mayBeginAnew });
    } catch (error) {
      if (!(error instanceof TooMuch) && !signal.aborted) return;
      replica.note({ ...pulled, behind: true });
      terminal.say('scrap: much has changed since the last pull. For reading offline: scrap pull');
    }
  }

  return {
    call,
    async close() {
      copy?.close();
      await bringUp().catch(() => {});
      await server.close();
    },
  };
}

/** More than a command brings up by the way. */
class TooMuch extends Error {}

function isDry(input: object): boolean {
  return 'dry_run' in input && input.dry_run === true;
}

/** A write gets a key, with which sending it again is the same write. */
function withKey(
  operation: AnyOperation,
  input: object,
): { input: Readonly<Record<string, unknown>>; isOurs: boolean } {
  const isKeyed = 'key' in operation.input().shape && !isDry(input);
  if (!isKeyed || ('key' in input && input.key !== undefined)) {
    return { input: { ...input }, isOurs: false };
  }
  return { input: { ...input, key: randomUUID() }, isOurs: true };
}

/** A key that was made for this write has made nothing before: a repeated answer is the first. */
function madeNow(answer: object): object {
  if ('created' in answer && 'change' in answer) return { ...answer, created: true };
  if (!('pages' in answer) || !Array.isArray(answer.pages)) return answer;
  const pages = answer.pages.map((page: object) =>
    'created' in page && 'change' in page ? { ...page, created: true } : page,
  );
  return { ...answer, pages };
}

function onlyThere(origin: string): ScrapError {
  return new ScrapError(
    'refused',
    `This works on the store itself: do it on the machine of ${origin}, or name a store here with --store.`,
    { reason: 'elsewhere' },
  );
}
