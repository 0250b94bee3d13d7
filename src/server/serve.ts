import { createServer } from 'node:http';

import type { Store } from '../store/index.ts';
import { createApi } from './api.ts';
import { answerBrokenRequests } from './broken.ts';
import { createEvents } from './events.ts';
import { guardRules } from './guard-rules.ts';
import { createHandler, type McpHandler } from './handler.ts';
import { listenOnPort, listenOnSocket } from './listen.ts';
import { readApp } from './static.ts';
import type { Log } from './status.ts';
import { createWatch, type Watch } from './watch.ts';

/**
 * What one connection may take, in node:http's words (ms, bytes). Of its own accord node looks
 * for overdue connections every 30 s only, so that a limit of 10 s would bite after 40. Tailscale
 * Serve keeps idle connections 90 s: closing them earlier is a race that ends in 502.
 */
const LIMITS = {
  headersTimeout: 10_000,
  // A photo over a phone's line; for other bodies readBody is stricter.
  requestTimeout: 300_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 95_000,
  maxHeaderSize: 16 * 1024,
};
const MOST_CONNECTIONS = 256;

/** How long a stopping server waits for what runs, in ms. */
const LAST_ANSWERS = 5_000;

export interface ServeOptions {
  /** The port on 127.0.0.1; 0 takes a free one. */
  readonly port?: number | undefined;
  /** The path of a Unix socket to listen on instead of a port, for `tailscale serve unix:`. */
  readonly socket?: string | undefined;
  /** SCRAP_PUBLIC_URL. */
  readonly publicUrl?: string | undefined;
  /** SCRAP_OWNER. */
  readonly owner?: string | undefined;
  /** Absent: there is no /mcp. */
  readonly mcp?: McpHandler | undefined;
  /** Where it is shared with /mcp; else one of its own. */
  readonly watch?: Watch | undefined;
  /** The folder of the built app. Absent: there is none, and `/` is 404. */
  readonly app?: string | undefined;
  readonly version: string;
  readonly log: Log;
  /** Shorter times, for tests. */
  readonly limits?: Partial<typeof LIMITS>;
}

export interface RunningServer {
  /** Where to open it: the public URL where there is one. */
  readonly url: string;
  /** The TCP port; undefined on a socket. */
  readonly port: number | undefined;
  /** The Host values it answers to, to be shown at the start. */
  readonly accepted: readonly string[];
  /** Stops accepting, lets what runs finish (at most 5 s), and ends. The store stays open. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the server. Throws `invalid` for settings that cannot be right and `busy` when the
 * port or socket is in use.
 */
export async function startServer(store: Store, options: ServeOptions): Promise<RunningServer> {
  const { publicUrl, owner, mcp, version, log } = options;
  guardRules({ publicUrl, owner }); // a wrong setting is refused before anything is listened on
  const api = await createApi(store, { version, log });
  const server = createServer({
    ...LIMITS,
    ...options.limits,
    requireHostHeader: true,
    insecureHTTPParser: false,
  });
  server.maxConnections = MOST_CONNECTIONS;

  let port: number | undefined;
  if (options.socket === undefined) port = await listenOnPort(server, options.port ?? 7272);
  else await listenOnSocket(server, options.socket);

  const rules = guardRules({ port, publicUrl, owner });
  const events = createEvents(store, options.watch ?? createWatch(store, { log }));
  const app = readApp(options.app ?? '');
  const handle = createHandler({ store, rules, api, mcp, events, app, log });
  // Nobody listens to `upgrade`, so node takes one for the plain request that it also is.
  server.on('request', handle);
  server.on('checkContinue', handle);
  answerBrokenRequests(server, rules);

  return {
    url: publicUrl ?? (port === undefined ? `unix:${options.socket}` : `http://127.0.0.1:${port}`),
    port,
    accepted: [...rules.localHosts, ...(rules.publicHost === undefined ? [] : [rules.publicHost])],
    close: () =>
      new Promise((resolve) => {
        events.close();
        // A connection that was busy at first is idle after its answer, for 95 s if left alone.
        const sweep = setInterval(() => server.closeIdleConnections(), 20);
        const last = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS);
        server.close(() => {
          clearInterval(sweep);
          clearTimeout(last);
          resolve();
        });
      }),
  };
}
