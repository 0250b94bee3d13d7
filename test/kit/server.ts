import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type ServeOptions, startServer } from '../../src/server/serve.ts';
import { openStore } from '../../src/store/index.ts';
import type { Place } from './raw.ts';

export type TestServer = Awaited<ReturnType<typeof serveForTest>>;

/**
 * A real server on a free port (or on a socket, when `options.socket` is a bare file name) over
 * a fresh store on disk. `post` and `get` talk to it as a local program would.
 */
export async function serveForTest(options: Partial<ServeOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-server-'));
  const store = openStore(join(folder, 'scrap.db'), { mayCreate: true });
  const log: string[] = [];
  const server = await startServer(store, {
    port: 0,
    version: '1.2.3',
    log: (line) => log.push(line),
    ...options,
    ...(options.socket === undefined ? {} : { socket: join(folder, options.socket) }),
  });
  const place: Place =
    server.port === undefined
      ? { path: join(folder, options.socket ?? '') }
      : { host: '127.0.0.1', port: server.port };
  const base = `http://127.0.0.1:${server.port}`;
  return {
    ...server,
    store,
    log,
    place,
    base,
    get: (path: string, headers: Record<string, string> = {}) => fetch(base + path, { headers }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(base + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    /** How many pages there are, trash included, straight from the file. */
    pages: () => store.get<{ n: number }>('SELECT count(*) AS n FROM pages')?.n ?? 0,
    stop: async () => {
      await server.close();
      store.close();
      rmSync(folder, { recursive: true });
    },
  };
}
