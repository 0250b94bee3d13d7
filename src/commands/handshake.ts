import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** What a client saw of the server it was connected to. */
export interface Handshake {
  /** Which client it was. */
  readonly client: string;
  /** The protocol revision that the two agreed on. */
  readonly revision: string;
  readonly server: string;
  readonly version: string;
  readonly tools: readonly string[];
  /** Whether a tool that reads answered. */
  readonly reads: boolean;
}

/** How long one client may take for all of it, in ms. */
const PATIENCE = 15_000;

/** What is used of a client, alike in both generations of the SDK. */
type Used = Pick<Client, 'callTool' | 'close' | 'getServerVersion' | 'listTools'>;

interface Way {
  readonly client: string;
  readonly revision: string;
  readonly connect: (url: URL, info: Info) => Promise<Used>;
}

interface Info {
  readonly name: string;
  readonly version: string;
}

/** The clients of both generations of the official SDK, on which most others are built. */
const WAYS: readonly Way[] = [
  {
    client: 'SDK 2',
    revision: '2026-07-28',
    async connect(url, info) {
      const mode = { pin: '2026-07-28' };
      const client = new Client(info, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(url));
      return client;
    },
  },
  {
    client: 'SDK 1',
    revision: '2025-11-25',
    async connect(url, info) {
      const client = new OlderClient(info);
      await client.connect(new OlderTransport(url));
      // It differs in the types of what is not used here.
      return client as unknown as Used;
    },
  },
];

/** Connects, lists the tools and calls one, as each kind of client does; the errors are theirs. */
export async function handshakes(url: URL, info: Info): Promise<Handshake[]> {
  const made: Handshake[] = [];
  for (const way of WAYS) made.push(await inTime(handshake(way, url, info)));
  return made;
}

async function handshake({ client: name, revision, connect }: Way, url: URL, info: Info) {
  const client = await connect(url, info);
  try {
    const { name: server = '', version = '' } = client.getServerVersion() ?? {};
    const { tools } = await client.listTools();
    const { isError } = await client.callTool({ name: 'recent', arguments: { limit: 1 } });
    const names = tools.map((tool) => tool.name);
    return { client: name, revision, server, version, tools: names, reads: isError !== true };
  } finally {
    await client.close();
  }
}

function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
