import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { createMcp } from '../../src/server/mcp/index.ts';
import type { McpLevel } from '../../src/server/mcp/level.ts';
import { startServer } from '../../src/server/serve.ts';
import { createWatch } from '../../src/server/watch.ts';
import { beginChange } from '../../src/store/history/change.ts';
import { type Caller, openStore, operations, perform, type Store } from '../../src/store/index.ts';
import { contentOf } from '../../src/store/pages/content.ts';
import { insertPage } from '../../src/store/pages/save.ts';

export const OWNER: Caller = { door: 'cli', author: 'me', source: 'cli', here: true };
const IMPORTER: Caller = { door: 'cli', author: 'import', source: 'import', here: true };

export const NEWEST = '2026-07-28';
export const PUBLIC = 'https://box.tail1234.ts.net';

const READING = ['search', 'read', 'recent', 'todos', 'tags', 'changes', 'revisions'];

/** The tools that are offered at each level, in their order. */
export const TOOLS = {
  read: READING,
  add: [...READING, 'write'],
  edit: [...READING, 'write', 'edit_meta', 'rename_tag', 'revert'],
};

export type McpServer = Awaited<ReturnType<typeof mcpForTest>>;

interface Options {
  readonly level: McpLevel;
  /** How long a write goes on trying while another program writes, in ms. */
  readonly patience: number;
  /** How often a quiet stream is shown to be alive, in ms. */
  readonly keepAliveMs: number;
}

/** The server as `scrap serve` starts it, on a free port, over a store on disk. */
export async function mcpForTest(asked: Partial<Options> = {}) {
  const options = { level: 'edit', patience: 0, keepAliveMs: 15_000, ...asked } as const;
  const folder = mkdtempSync(join(tmpdir(), 'scrap-mcp-'));
  const log: string[] = [];
  let running = await start(folder, options, log, 0);
  const port = running.server.port ?? 0;
  const end = async () => {
    await running.mcp.close();
    await running.server.close();
    running.store.close();
  };
  return {
    get store() {
      return running.store;
    },
    get mcp() {
      return running.mcp;
    },
    log,
    place: { host: '127.0.0.1', port },
    base: `http://127.0.0.1:${port}`,
    /** Ends the server and the store, and starts both anew at the same port. */
    restart: async () => {
      await end();
      // A client in the same process has to see first that its idle connection was closed.
      await setTimeout(50);
      running = await start(folder, options, log, port);
    },
    stop: async () => {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}

async function start(folder: string, asked: Options, log: string[], port: number) {
  const { level, patience, keepAliveMs } = asked;
  const file = join(folder, 'scrap.db');
  const waiting = { timeout: 250, patience };
  const store = openStore(file, { mayCreate: true, publicUrl: PUBLIC, ...waiting });
  const said = (line: string) => void log.push(line);
  const options = { version: '1.2.3', log: said, watch: createWatch(store, { log: said }) };
  const mcp = createMcp(store, { level, keepAliveMs, ...options });
  const server = await startServer(store, { port, mcp: mcp.handle, ...options });
  return { store, mcp, server };
}

export interface Sent {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the tests look at in a tool's answer; what did not come is undefined and fails them. */
interface Answer {
  readonly slug: string;
  readonly title: string;
  readonly text: string;
  readonly author: string;
  readonly source: string;
  readonly client?: string;
  readonly url: string;
  readonly fields?: object;
  readonly created: boolean | string;
  readonly warnings: readonly string[];
  readonly truncated: boolean;
  readonly chars: number;
  readonly next_offset?: number;
  readonly outline?: readonly { readonly heading: string; readonly level: number }[];
  readonly next_cursor?: string;
  readonly pages: readonly { readonly slug: string }[];
  readonly todos: readonly { readonly slug: string; readonly text: string }[];
}

interface Content {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

/** What the tests look at in results, of whatever method. */
interface Result {
  readonly isError?: boolean;
  readonly content: readonly [{ readonly type: string; readonly text: string }];
  readonly structuredContent: Answer;
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  /** What was asked for, and where it goes on if it was cut. */
  readonly contents: readonly [Content, Content?];
  readonly resources: readonly {
    readonly uri: string;
    readonly annotations?: { readonly lastModified: string };
  }[];
  readonly completion: { readonly values: readonly string[] };
  readonly instructions: string;
  readonly protocolVersion: string;
  readonly serverInfo: object;
  readonly capabilities: object;
}

/** A reply as it came over the wire. */
export interface Reply {
  readonly id?: unknown;
  readonly result: Result;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: {
      readonly uri?: string;
      readonly supported?: readonly string[];
      readonly candidates?: readonly string[];
    };
  };
}

/** Posts a body as it is; an object as JSON. */
export async function post(server: { base: string }, body: unknown, sent: Sent = {}) {
  const response = await fetch(server.base + (sent.path ?? '/mcp'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...sent.headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const reply = JSON.parse(text === '' ? '{}' : text) as Reply;
  return { status: response.status, headers: response.headers, body: reply, text };
}

export type Era = '2025' | '2026';

let ids = 0;

/** Asks in the words of an era, as the clients of that era do. */
export function ask(
  server: { base: string },
  era: Era,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  sent: Sent = {},
) {
  ids += 1;
  const message = { jsonrpc: '2.0', id: ids, method };
  if (era === '2025') return post(server, { ...message, params }, sent);
  const name = params['name'] ?? params['uri'];
  const headers = {
    'mcp-protocol-version': NEWEST,
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    ...sent.headers,
  };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': NEWEST,
    'io.modelcontextprotocol/clientInfo': { name: 'tester', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return post(server, { ...message, params: { ...params, _meta } }, { ...sent, headers });
}

/** Calls a tool and gives its result. */
export async function call(
  server: { base: string },
  name: string,
  input: Readonly<Record<string, unknown>>,
  { era = '2025', ...sent }: Sent & { era?: Era } = {},
) {
  const { body } = await ask(server, era, 'tools/call', { name, arguments: input }, sent);
  if (body.result === undefined) throw new Error(JSON.stringify(body));
  return body.result;
}

/** Adds a page as the owner does at the terminal. */
export async function ownerAdds(store: Store, text: string, more: object = {}) {
  return perform(await operations.add(), store, { text, ...more }, OWNER);
}

/** Imports one page, as `scrap import` does a folder. */
export async function imports(store: Store, collection: string, path: string, text: string) {
  const content = await contentOf(store, text, { path, at: store.now() });
  return beginChange(store, IMPORTER, { operation: 'import' }).write((change) =>
    insertPage(store, change, content, { collection, path, quiet: true }),
  );
}
