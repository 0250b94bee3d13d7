import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Where the next request is cut. */
export type Cut =
  /** It reaches nobody. */
  | 'before'
  /** Half of it reaches the server. */
  | 'during'
  /** It reaches the server, and half of its answer comes. */
  | 'halfway'
  /** It reaches the server, and its answer is lost. */
  | 'after';

/** Stands before the server at `port` and cuts connections as a bad network does. */
export async function startCuttingProxy(port: number) {
  /** One for each of the next requests; all later ones pass. */
  const cuts: Cut[] = [];
  /** While `away` nobody is reached; while `stranger` somebody else answers. */
  const state = { away: false, stranger: false, requests: 0 };
  const proxy = createServer((incoming, outgoing) => {
    void pass(incoming, outgoing);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    state.requests += 1;
    const cut = state.away ? 'before' : cuts.shift();
    if (cut === 'before') return void incoming.socket.destroy();
    if (state.stranger) return void outgoing.end('<html>Welcome to our network</html>');
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method, url: path = '/' } = incoming;
    const headers = { ...incoming.headers, host: `127.0.0.1:${port}` };
    const onward = request({ host: '127.0.0.1', port, method, path, headers });
    onward.on('error', () => outgoing.destroy());
    onward.on('response', (answer) => {
      if (cut === 'after') {
        answer.resume();
        answer.on('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (cut === 'halfway') {
        answer.once('data', (half) => outgoing.write(half, () => incoming.socket.destroy()));
        return;
      }
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    if (cut !== 'during') return void onward.end(body);
    onward.write(body.subarray(0, Math.ceil(body.length / 2)), () => {
      onward.destroy();
      incoming.socket.destroy();
    });
  }

  return {
    url: `http://127.0.0.1:${address.port}`,
    cuts,
    state,
    stop: () => {
      proxy.closeAllConnections();
      return new Promise((resolve) => proxy.close(resolve));
    },
  };
}
