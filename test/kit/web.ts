import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import {
  connect,
  createServer as createRaw,
  type Server as RawServer,
  type Socket,
} from 'node:net';

import { onTestFinished } from 'vitest';

import type { Lookup } from '../../src/server/fetch/get.ts';
import { isPublic, type Reach } from '../../src/server/fetch/reach.ts';

/** Where the web of the tests is, for this machine; what is inside is on 127.0.0.1. */
export const OUTSIDE = '127.0.0.2';

/** The public web, and the web of the tests with it. */
export const TEST_WEB: Reach = {
  address: (ip) => ip === OUTSIDE || isPublic(ip),
  port: () => true,
};

/** Names of the web of the tests: any other is looked up nowhere. */
export function names(known: Readonly<Record<string, readonly string[]>>): Lookup {
  return (name, _options, done) => {
    const addresses = known[name];
    if (addresses === undefined) {
      done(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []);
      return;
    }
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

export interface Site {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** The paths that were asked for. */
  readonly asked: string[];
}

/** A site that answers with HTTP; ended with the test. */
export async function site(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  host = OUTSIDE,
): Promise<Site> {
  const asked: string[] = [];
  const handle: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    response.on('error', () => {});
    answer(request, response);
  };
  return listening(createServer(handle), host, asked);
}

/** A site that answers with whatever it likes. */
export async function rawSite(answer: (socket: Socket) => void): Promise<Site> {
  const asked: string[] = [];
  const server = createRaw((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) => {
      asked.push(data.toString('latin1').split(' ')[1] ?? '');
      answer(socket);
    });
  });
  return listening(server, OUTSIDE, asked);
}

async function listening(server: Server | RawServer, host: string, asked: string[]): Promise<Site> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://${host}:${port}`, port, asked };
}

/** A port of this machine on which nobody listens. */
export async function deadPort(): Promise<number> {
  const server = createRaw();
  await new Promise<void>((resolve) => server.listen(0, OUTSIDE, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  connect(port, OUTSIDE).on('error', () => {});
  return port;
}
