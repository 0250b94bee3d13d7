import {
  Agent,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as send,
  type ServerResponse,
} from 'node:http';

import type { Place } from './raw.ts';

export interface ProxyOptions {
  /** The address on the tailnet that the caller comes from. */
  readonly from?: string;
  /** The caller's login; absent for a tagged device. */
  readonly login?: string;
  /** The caller comes from the internet. */
  readonly funnel?: boolean;
}

/** Headers that speak of one connection and are not passed on (RFC 9110 §7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];
const IDENTITY = [
  'tailscale-user-login',
  'tailscale-user-name',
  'tailscale-user-profile-pic',
  'tailscale-funnel-request',
  'tailscale-headers-info',
  'tailscale-app-capabilities',
];

/**
 * Stands in front of a server and does to Host, headers and connections what `tailscale serve`
 * does after it has taken TLS off (ipn/ipnlocal/serve.go): a TCP backend gets the client's Host,
 * a Unix socket `localhost`; what the client claims about forwarding and identity is dropped and
 * set anew; connections to the backend are kept and used again.
 */
export async function startTailscaleProxy(backend: Place, options: ProxyOptions = {}) {
  const agent = new Agent({ keepAlive: true });
  const proxy = createServer((incoming, outgoing) => forward(incoming, outgoing));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const target = 'path' in backend ? { socketPath: backend.path } : backend;
    const { method, url: path } = incoming;
    const onward = send({ ...target, agent, method, path, headers: headersFor(incoming) });
    onward.on('response', (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
      outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
      answer.pipe(outgoing);
    });
    onward.on('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    });
    incoming.pipe(onward);
  }

  function headersFor({ headers }: IncomingMessage): OutgoingHttpHeaders {
    const dropped = new Set([...HOP_BY_HOP, ...FORWARDED, ...IDENTITY]);
    const kept = Object.entries(headers).filter(([name]) => !dropped.has(name));
    const host = headers.host ?? '';
    return {
      ...Object.fromEntries(kept),
      host: 'path' in backend ? 'localhost' : host,
      'x-forwarded-host': host,
      'x-forwarded-proto': 'https',
      'x-forwarded-for': options.from ?? '100.64.0.9',
      ...(options.login === undefined ? {} : { 'tailscale-user-login': options.login }),
      ...(options.funnel === true ? { 'tailscale-funnel-request': '?1' } : {}),
    };
  }

  return {
    place: { host: '127.0.0.1', port: address.port } satisfies Place,
    stop: () => {
      agent.destroy();
      proxy.closeAllConnections();
      return new Promise((resolve) => proxy.close(resolve));
    },
  };
}
