import type { Terminal } from './terminal.ts';

/** All of standard input as bytes, whatever the pieces it comes in. */
export async function readStdin(terminal: Terminal): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of terminal.stdin) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces);
}
