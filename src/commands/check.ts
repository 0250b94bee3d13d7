import { version } from '../store/index.ts';
import type { Handshake } from './handshake.ts';
import { notScrap, post } from './reach.ts';
import type { Terminal } from './terminal.ts';

/**
 * Connects to the endpoint at `address` as the clients in the field do, and says what they see.
 * Throws `busy` where nothing answers, `refused` where it is scrap that refuses, and `invalid`
 * where what answers is not scrap; each says how to mend it.
 */
export async function check(terminal: Terminal, address: string): Promise<void> {
  const url = new URL(address);
  terminal.say(`checking ${address}`);
  await probe(url);
  const { handshakes } = await import('./handshake.ts');
  const made = await handshakes(url, { name: 'scrap-connect', version }).catch((error: unknown) => {
    throw notScrap(`It answers, but no client can use it: ${reasonOf(error)}.`);
  });
  for (const one of made) {
    if (terminal.manner === 'json') terminal.json(one);
    else terminal.print(line(one));
  }
  const [first] = made;
  if (first !== undefined && first.version !== version) {
    terminal.say(
      `The server is scrap ${first.version} and this is ${version}: restart scrap serve.`,
    );
  }
}

function line({ client, revision, server, version: its, tools, reads }: Handshake): string {
  const said = reads ? 'and reading works' : 'but reading failed: see what scrap serve printed';
  return `${revision}  ${client}  ${server} ${its}, ${tools.length} tools, ${said}`;
}

const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'scrap-connect', version },
  },
};

/** One request by hand, since a client would tell no more than that it failed. */
async function probe(url: URL): Promise<void> {
  const { result } = await post(url, HELLO);
  const name = result?.serverInfo?.name;
  if (name === 'scrap') return;
  throw notScrap(
    typeof name !== 'string'
      ? 'Something else answers there. See which port tailscale serve points at.'
      : `Another MCP server answers there: ${name.slice(0, 60)}.`,
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : 'unknown';
}
