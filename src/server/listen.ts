import { lstatSync, unlinkSync } from 'node:fs';
import { connect, type Server } from 'node:net';

import { ScrapError } from '../store/index.ts';

/** A Unix socket's path is kept in 104 bytes on some systems, the last one a zero. */
const LONGEST_SOCKET = 103;

/** Listens on loopback and gives the port; throws `busy` when it is taken. Nothing widens it. */
export async function listenOnPort(server: Server, port: number): Promise<number> {
  await listening(server, () => server.listen({ host: '127.0.0.1', port, exclusive: true })).catch(
    (error: unknown) => {
      if (codeOf(error) === 'EADDRINUSE') throw taken(`Port ${port}`, `--port ${port + 1}`);
      if (codeOf(error) !== 'EACCES') throw error;
      throw new ScrapError(
        'invalid',
        `Port ${port} needs root. Choose one above 1023: --port 7272`,
      );
    },
  );
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/**
 * Listens on a Unix socket that only its owner can open (0600). One that an earlier server left
 * behind is taken over, but only when nobody answers on it.
 */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  if (Buffer.byteLength(path) > LONGEST_SOCKET) {
    throw new ScrapError(
      'invalid',
      `The path of a socket may have at most ${LONGEST_SOCKET} bytes. Choose a shorter one: --socket`,
    );
  }
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there !== undefined && !there.isSocket()) {
    throw new ScrapError('invalid', `${path} is not a socket. Choose another path: --socket`);
  }
  if (there !== undefined) {
    if (await answers(path)) throw taken(`The socket ${path}`, '--socket PATH');
    unlinkSync(path);
  }
  await listening(server, () => {
    // The file appears during this call, so the mode must be right before it.
    const umask = process.umask(0o177);
    try {
      server.listen({ path, exclusive: true });
    } finally {
      process.umask(umask);
    }
  });
}

function listening(server: Server, start: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      server.off('error', reject);
      resolve();
    });
    start();
  });
}

/** Whether somebody listens on a socket; throws when it cannot be told. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = connect({ path });
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', (error) => {
      if (codeOf(error) === 'ECONNREFUSED') resolve(false);
      else reject(error);
    });
  });
}

function taken(what: string, other: string): ScrapError {
  return new ScrapError(
    'busy',
    `${what} is in use, perhaps by another scrap serve. Stop that one, or choose another: scrap serve ${other}`,
    { reason: 'port_in_use' },
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
