import { LOOPBACK } from '../store/index.ts';
import { runProgram } from './run-program.ts';

/** One address at which Tailscale Serve passes on to a program here. */
export interface Served {
  /** `https://box.tail1234.ts.net`, with its port where that is not 443. */
  readonly origin: string;
  readonly path: string;
  /** `http://127.0.0.1:7272` or `unix:/…`. */
  readonly target: string;
  /** It is open to the whole internet. */
  readonly isFunnel: boolean;
}

/** Tailscale on this machine. */
export interface Tailscale {
  readonly isRunning: boolean;
  /** The name of this machine on the tailnet, `box.tail1234.ts.net`. */
  readonly name: string | undefined;
  readonly served: readonly Served[];
}

/** Asks Tailscale how it stands; undefined where it is not installed. Changes nothing. */
export function lookAtTailscale(): Tailscale | undefined {
  const status = runProgram('tailscale', ['status', '--json']);
  if (status === undefined) return undefined;
  const serve = runProgram('tailscale', ['serve', 'status', '--json']);
  return readTailscale(status.stdout, serve?.stdout ?? '');
}

/** Reads what `tailscale status --json` and `tailscale serve status --json` print. */
export function readTailscale(status: string, serve: string): Tailscale {
  const { BackendState: state, Self: self } = tableIn(parsed(status));
  const name = tableIn(self)['DNSName'];
  return {
    isRunning: state === 'Running',
    name: typeof name === 'string' && name !== '' ? name.replace(/\.$/, '') : undefined,
    served: servedIn(tableIn(parsed(serve))),
  };
}

/** What is served for good, and as long as some terminal is open (`Foreground`). */
function servedIn(config: Table): Served[] {
  const foreground = Object.values(tableIn(config['Foreground'])).map(tableIn);
  return [config, ...foreground].flatMap((each) => {
    const funnels = tableIn(each['AllowFunnel']);
    return Object.entries(tableIn(each['Web'])).flatMap(([host, web]) =>
      Object.entries(tableIn(tableIn(web)['Handlers'])).flatMap(([path, handler]) => {
        const target = tableIn(handler)['Proxy'];
        const isFunnel = funnels[host] === true;
        const origin = `https://${host.replace(/:443$/, '')}`;
        return typeof target === 'string' ? [{ origin, path, target, isFunnel }] : [];
      }),
    );
  });
}

type Table = Readonly<Record<string, unknown>>;

function tableIn(value: unknown): Table {
  return typeof value === 'object' && value !== null ? (value as Table) : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a target of Tailscale Serve is the server at this port of this machine. */
export function leadsTo(port: number, { target }: Served): boolean {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  return url !== undefined && LOOPBACK.includes(url.hostname) && url.port === String(port);
}
