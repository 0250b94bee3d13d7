import { connect, type Socket } from 'node:net';

/** Where a server listens, as node:net takes it. */
export type Place = { readonly host: string; readonly port: number } | { readonly path: string };

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/**
 * Sends bytes over a bare socket and reads until the server closes it. Gives every answer that
 * came, so that two where one is due are seen; throws when what came is not whole answers.
 */
export async function exchange(place: Place, ...pieces: readonly (string | Buffer)[]) {
  const socket = connect(place);
  const answered = readAll(socket);
  for (const piece of pieces) {
    if (socket.writable) await new Promise((resolve) => socket.write(piece, resolve));
  }
  return answersIn(await answered);
}

/** Everything a socket receives until it is closed, however it is closed. */
export function readAll(socket: Socket): Promise<Buffer> {
  const received: Buffer[] = [];
  socket.on('data', (piece) => received.push(piece));
  socket.on('error', () => {}); // a reset; what came before it counts
  return new Promise((resolve) => socket.on('close', () => resolve(Buffer.concat(received))));
}

/** Splits what came over one connection into answers. */
export function answersIn(received: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = received.toString('latin1');
  while (rest !== '') {
    const head = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.slice(0, head).split('\r\n');
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1];
    if (head === -1 || status === undefined) throw new Error(`not an answer: ${rest.slice(0, 80)}`);
    const headers = new Map<string, string>();
    for (const line of lines) {
      const colon = line.indexOf(':');
      headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
    }
    const { body, end } = bodyAt(rest, head + 4, headers);
    const text = Buffer.from(body, 'latin1').toString('utf8');
    answers.push({ status: Number(status), headers, body: text });
    rest = rest.slice(end);
  }
  return answers;
}

function bodyAt(text: string, start: number, headers: ReadonlyMap<string, string>) {
  if (headers.get('transfer-encoding') !== 'chunked') {
    const end = start + Number(headers.get('content-length') ?? 0);
    return { body: text.slice(start, end), end };
  }
  let body = '';
  for (let at = start; ;) {
    const line = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, line), 16);
    if (line === -1 || Number.isNaN(size)) throw new Error('not a chunk');
    body += text.slice(line + 2, line + 2 + size);
    at = line + 2 + size + 2;
    if (size === 0) return { body, end: at };
  }
}
