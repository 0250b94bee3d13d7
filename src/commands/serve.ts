import { join } from 'node:path';

import type { EnrichOptions } from '../server/enrich/work.ts';
import type { Log } from '../server/status.ts';
import { holdServeLock, isReadAnotherWay, type Store, upkeep, version } from '../store/index.ts';
import type { Call, Command } from './command.ts';
import { backUpDaily } from './daily-backup.ts';
import { port } from './environment.ts';
import { INTERRUPTED } from './exit.ts';
import { enrichOptions } from './model.ts';
import { thisProgram } from './this-program.ts';
import { setting } from './settings/settings.ts';
import type { Terminal } from './terminal.ts';

export const command: Command = {
  group: 'Run and connect',
  summary: 'Serve the app, the API and /mcp on this machine.',
  flags: [
    {
      field: 'port',
      long: '--port',
      value: 'n',
      description: 'The port on 127.0.0.1 (SCRAP_PORT), 7272 unless said; 0 is any free one',
    },
    {
      field: 'socket',
      long: '--socket',
      value: 'path',
      description: 'Listen on this Unix socket instead, for tailscale serve unix:',
    },
    {
      field: 'mcp',
      long: '--mcp',
      value: 'level',
      choices: ['off', 'read', 'add', 'edit'],
      description: 'The most that agents may do; edit unless said',
    },
    {
      field: 'from_replica',
      long: '--from-replica',
      description: 'Take over from SCRAP_URL: make a store here of what scrap pull has kept',
    },
  ],
  examples: [
    'scrap serve',
    'SCRAP_PUBLIC_URL=https://box.tailnet.ts.net scrap serve --mcp read',
    'scrap serve --socket ~/.local/state/scrap/serve.sock',
  ],
  async run(call) {
    const { startServer } = await import('../server/serve.ts');
    const { createWatch } = await import('../server/watch.ts');
    const { mirrorNotebooks } = await import('../server/mirror.ts');
    const { sweepHourly } = await import('../server/files/sweep.ts');
    const { startWorker } = await import('../server/jobs/worker.ts');
    const { works } = await import('../server/jobs/works.ts');
    const { queueQuietly } = await import('../server/enrich/quiet.ts');
    const { createMcp } = await import('../server/mcp/index.ts');
    const { terminal, flags } = call;
    const level = (setting('mcp', flags) ?? 'edit') as 'off' | 'read' | 'add' | 'edit';
    const named = setting('public_url');
    const enrich = await enrichOptions();
    // Waiting for a writer in SQLite would hold up every other request, so it is done outside.
    const how = { timeout: 250, patience: 5_000 };
    const taken = flags['from_replica'] === true ? await takenOver(call, how) : undefined;
    const store = taken?.store ?? call.open({ mayCreate: true, ...how });
    const release = holdServeLock(store.file);
    try {
      const log: Log = (line, error) => {
        terminal.say(error === undefined ? line : `${line} ${detail(error)}`);
      };
      const watch = createWatch(store, { log });
      const mcp = level === 'off' ? undefined : createMcp(store, { level, version, log, watch });
      const server = await startServer(store, {
        ...listenAt(flags),
        publicUrl: named,
        owner: setting('owner'),
        mcp: mcp?.handle,
        watch,
        app: join(import.meta.dirname, 'app'),
        version,
        log,
      });
      if (named === undefined && server.port !== undefined) store.servedAt(server.url);
      welcome(terminal, store.setting.publicUrl, server.accepted, mcp !== undefined);
      if (enrich !== undefined) sayModel(terminal, enrich);
      if (taken !== undefined) await taken.deliver(server.port);
      if (isReadAnotherWay(store)) void readAnew(store, log);
      const mirror = mirrorNotebooks(store, { log });
      const worker = startWorker(store, { works: works(store, enrich), log });
      const endBackups = backUpDaily(store, { log, command: [process.execPath, thisProgram()] });
      const endQueueing = enrich === undefined ? async () => {} : queueQuietly(store, { log });
      const endSweeping = sweepHourly(store, { log });
      const signal = await toldToStop();
      terminal.say('stopping …');
      const ends = [endBackups(), endQueueing(), endSweeping()];
      await Promise.all([mirror.close(), worker.close(), ...ends]);
      await mcp?.close();
      await server.close();
      return signal === 'SIGINT' ? INTERRUPTED : 0;
    } finally {
      release();
      taken?.store.close();
    }
  },
};

/** The store that is made of the replica, and what sends what waits here into it. */
async function takenOver(call: Call, how: { timeout: number; patience: number }) {
  const { takeOverFrom, deliverHere } = await import('./remote/take-over.ts');
  const taken = await takeOverFrom(call, how);
  return {
    store: taken.store,
    async deliver(port: number | undefined): Promise<void> {
      if (port !== undefined) await deliverHere(taken, port, call.terminal);
    },
  };
}

/** Reads all pages anew beside answering, when another version of scrap has read them. */
async function readAnew(store: Store, log: Log): Promise<void> {
  const { rebuildDerived } = await upkeep.rebuild();
  try {
    const { pages } = await rebuildDerived(store, () => {}, { fresh: false });
    log(`read ${pages} pages anew: this version of scrap reads them another way`);
  } catch (error) {
    if (store.isOpen) log('Pages could not be read anew. Stop and run: scrap reindex', error);
  }
}

function listenAt(flags: Call['flags']): { socket: string } | { port: number } {
  const { socket } = flags;
  return typeof socket === 'string' ? { socket } : { port: port(flags) };
}

/**
 * What a person needs first: where it is, how to begin, and how to bring Claude in. As JSON, what a
 * script needs: `{version, url, answers_to}`, the last as Host headers have it.
 */
function welcome(
  terminal: Terminal,
  url: string,
  accepted: readonly string[],
  hasMcp: boolean,
): void {
  if (terminal.manner === 'json') return terminal.json({ version, url, answers_to: accepted });
  terminal.print(`scrap ${version} is at ${url}`);
  terminal.print(
    `  first page    scrap add "hello"   (from a clone: node bin/scrap.cjs add "hello")`,
  );
  if (hasMcp) {
    terminal.print(`  Claude Code   claude mcp add --transport http scrap ${url}/mcp/claude-code`);
  }
  terminal.print(`  answers to    ${accepted.join(', ')}`);
  terminal.print('  stop          Ctrl-C');
}

/** A key in the environment may be meant for something else. */
function sayModel(terminal: Terminal, { api, budgetUsd }: EnrichOptions): void {
  terminal.say(
    `${api.model} reads new pages, for at most $${budgetUsd.toFixed(2)} a day: a key is set. Off with: scrap config set budget_usd 0`,
  );
}

/** The first SIGINT or SIGTERM; a second one ends the process at once. */
function toldToStop(): Promise<'SIGINT' | 'SIGTERM'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.removeAllListeners(signal);
      process.once(signal, () => resolve(signal));
    }
  });
}

/** Where it happened. What it said may hold words of a page, so that is for SCRAP_DEBUG alone. */
function detail(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  if (setting('debug') === '1') return error.stack ?? error.message;
  const place = /\n\s+at (.*)/.exec(error.stack ?? '')?.[1] ?? 'somewhere';
  return `${error.name} at ${place} (SCRAP_DEBUG=1 says more)`;
}
