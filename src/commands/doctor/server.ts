import { request } from 'node:http';

import { ScrapError, version } from '../../store/index.ts';
import { post } from '../reach.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** What the server on this machine answered. */
interface Heard {
  readonly status: number;
  readonly body: string;
}

const START = 'scrap service install, or scrap serve';

/** The server at the port of this machine, and the guard at its door. */
export async function serverFindings(port: number, publicUrl?: string): Promise<Finding[]> {
  const heard = await ask(port, { host: `127.0.0.1:${port}` }).catch(codeOf);
  if (heard === 'ECONNREFUSED') return [note('server', `nothing listens at port ${port}`, START)];
  const its = typeof heard === 'string' ? undefined : versionIn(heard.body);
  if (its === undefined) {
    const says = `another program answers at port ${port}`;
    return [wrong('server', says, `scrap config set port ${port + 1}`)];
  }
  const server =
    its === version
      ? ok('server', `scrap ${its} at port ${port}`)
      : wrong('server', `it is scrap ${its}, and this is ${version}`, 'restart scrap serve');
  return [server, ...(await door(port, publicUrl))];
}

/** Whether strangers are refused, and those let in who come by the public address. */
async function door(port: number, publicUrl: string | undefined): Promise<Finding[]> {
  const stranger = await ask(port, { host: 'scrap.invalid' }).catch(codeOf);
  if (typeof stranger === 'string' || stranger.status !== 403) {
    const says = 'the server lets in whoever calls it by another name';
    return [wrong('host', says, `see what answers at port ${port}, and stop it`)];
  }
  if (publicUrl === undefined) return [ok('host', 'only this machine is let in')];
  const { host, origin } = new URL(publicUrl);
  const own = await ask(port, { host, origin }).catch(codeOf);
  if (typeof own !== 'string' && own.status === 200) {
    return [ok('host', `this machine and ${host} are let in`)];
  }
  return [wrong('host', `the server that runs does not answer to ${host}`, 'restart scrap serve')];
}

/** The address at which the app is reached, asked from here as a phone would ask it. */
export async function publicFinding(publicUrl: string | undefined): Promise<Finding> {
  if (publicUrl !== undefined) return reached('public url', publicUrl);
  return note('public url', 'none: only this machine', 'scrap up');
}

/** Whether a scrap answers at an address. */
export async function reached(check: string, address: string): Promise<Finding> {
  try {
    const { pages } = await post(new URL('/api/recent', address), { limit: 1 });
    if (Array.isArray(pages)) return ok(check, `${address} answers`);
    return wrong(check, `something else answers at ${address}`, 'tailscale serve status');
  } catch (error) {
    if (!(error instanceof ScrapError)) throw error;
    return wrong(check, `${address} does not work`, error.message);
  }
}

/** By hand, since fetch chooses Host itself. */
function ask(port: number, headers: Readonly<Record<string, string>>): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path: '/healthz', headers, timeout: 5_000, agent: false },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => {
          body = (body + text).slice(0, 10_000);
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
        response.on('error', reject);
      },
    );
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    asked.on('error', reject);
    asked.end();
  });
}

function versionIn(body: string): string | undefined {
  const said = /^\{"ok":true,"version":"([\w.+-]{1,40})"\}$/.exec(body);
  return said?.[1];
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
