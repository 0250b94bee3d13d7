import { callElsewhere } from '../../src/commands/remote/call.ts';
import { KeptForLater } from '../../src/commands/kept-for-later.ts';
import type { Terminal } from '../../src/commands/terminal.ts';
import { type OperationName, ScrapError, type Store } from '../../src/store/index.ts';
import { temporaryDirectory } from './scrap.ts';

/** What a command on another machine came to. */
export interface Came {
  readonly answer?: Readonly<Record<string, unknown>>;
  /** The key of a write that is kept there. */
  readonly kept?: string;
  readonly refused?: ScrapError;
  /** What it said on stderr. */
  readonly said: readonly string[];
}

/** A machine without a store, whose terminal speaks to the server at `url`. */
export function otherMachine(url: string) {
  const home = temporaryDirectory();

  /** Does something as one command, from its start to its end. */
  async function command<T>(
    act: (call: ReturnType<typeof callElsewhere>['call']) => Promise<T>,
    said: string[] = [],
    now = new Date(),
  ): Promise<T> {
    const line = { words: [], flags: {}, literal: false, help: false };
    const before = process.env['XDG_DATA_HOME'];
    process.env['XDG_DATA_HOME'] = home;
    try {
      const { call, close } = callElsewhere(line, quietTerminal(said, now), url);
      try {
        return await act(call);
      } finally {
        await close();
      }
    } finally {
      if (before === undefined) delete process.env['XDG_DATA_HOME'];
      else process.env['XDG_DATA_HOME'] = before;
    }
  }

  return {
    command,
    async doing(name: OperationName, input: object, now = new Date()): Promise<Came> {
      const said: string[] = [];
      try {
        const answer = await command(
          (call) => call.perform<Record<string, unknown>>(name, input),
          said,
          now,
        );
        return { answer, said };
      } catch (error) {
        if (error instanceof KeptForLater) return { kept: error.kept.key, said };
        if (error instanceof ScrapError) return { refused: error, said };
        throw error;
      }
    },
    pull: () =>
      command(async ({ elsewhere }) => {
        if (elsewhere === undefined) throw new Error('no server');
        return elsewhere.replica.pull(elsewhere.server, elsewhere.sender);
      }),
    waiting: () => command(async ({ elsewhere }) => elsewhere?.outbox.entries() ?? []),
    /** Looks into its replica. */
    looking: <T>(look: (store: Store) => T | Promise<T>) =>
      command(async ({ elsewhere }) => {
        if (elsewhere === undefined) throw new Error('no server');
        const store = elsewhere.replica.open('UTC');
        try {
          return await look(store);
        } finally {
          store.close();
        }
      }),
  };
}

function quietTerminal(said: string[], now: Date): Terminal {
  return {
    manner: 'lines',
    width: 80,
    quiet: false,
    now,
    interactive: false,
    stdin: process.stdin,
    print: () => {},
    write: () => {},
    json: () => {},
    say: (line) => said.push(line),
    progress: () => {},
    style: (_, text) => text,
  };
}
