import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** What is to happen to the next write. */
type Fault =
  | 'none'
  /** It reaches the server, but its answer is lost. */
  | 'answer lost'
  /** It reaches nobody; the answer is this status. */
  | 500
  | 503;

/** A write as it came by. */
interface Post {
  readonly path: string;
  readonly key: string | undefined;
}

/**
 * Stands between a browser and the server at `port` and does to writes what a bad network does.
 * Host and Origin become the server's own, so that to it the browser is a first party.
 */
export async function startFaultyProxy(port: number) {
  const posts: Post[] = [];
  const faults: Fault[] = [];
  const state = { dropsKeys: false, delay: 0 };
  const proxy = createServer((incoming, outgoing) => {
    void pass(incoming, outgoing);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, url: path = '/', headers } = incoming;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    let body = Buffer.concat(chunks);
    const fault = method === 'POST' ? faults.shift() : undefined;
    if (method === 'POST') {
      const isJson = headers['content-type'] === 'application/json';
      const sent = isJson ? body.toString() : '{}';
      const { key, ...input } = JSON.parse(sent) as { key?: string };
      posts.push({ path, key });
      if (state.dropsKeys && isJson) body = Buffer.from(JSON.stringify(input));
      if (state.delay > 0) await new Promise((resolve) => setTimeout(resolve, state.delay));
    }
    if (typeof fault === 'number') {
      outgoing.writeHead(fault, { 'content-type': 'application/json', connection: 'close' });
      outgoing.end(JSON.stringify({ error: { code: 'busy', message: 'Busy. Try again.' } }));
      return;
    }
    const onward = request({ host: '127.0.0.1', port, method, path, headers: forServer(headers) });
    onward.on('response', (answer) => {
      if (fault === 'answer lost') {
        answer.resume();
        outgoing.destroy();
        return;
      }
      // Browsers themselves send a write again that broke off on a connection used before.
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' });
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    onward.end(body);

    function forServer(sent: IncomingMessage['headers']) {
      const { host: _, 'content-length': __, ...rest } = sent;
      return {
        ...rest,
        host: `127.0.0.1:${port}`,
        ...(rest.origin === undefined ? {} : { origin: `http://127.0.0.1:${port}` }),
        ...(method === 'POST' ? { 'content-length': String(body.length) } : {}),
      };
    }
  }

  return {
    port: address.port,
    url: `http://localhost:${address.port}`,
    posts,
    faults,
    state,
    stop: () => {
      proxy.closeAllConnections();
      return new Promise((resolve) => proxy.close(resolve));
    },
  };
}
