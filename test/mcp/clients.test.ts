import {
  Client as NewClient,
  ResourceNotFoundError,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { imports, type McpServer, mcpForTest, ownerAdds, PUBLIC } from './kit.ts';

let server: McpServer;

beforeAll(async () => {
  server = await mcpForTest();
  await ownerAdds(server.store, '# Kelp\n\nForests under water. #sea\n\n- [ ] prune it');
  await imports(server.store, 'docs', 'guide/mcp.md', '# MCP\n\nSee [[kelp]].');
});
afterAll(() => server.stop());

/** What is used of a client, alike in both generations of the SDK. */
type AnyClient = Pick<
  NewClient,
  | 'callTool'
  | 'close'
  | 'complete'
  | 'getInstructions'
  | 'listResources'
  | 'listResourceTemplates'
  | 'listTools'
  | 'readResource'
>;

interface Way {
  readonly name: string;
  readonly connect: (url: URL) => Promise<AnyClient>;
  /** What reading a page that is not there throws. */
  readonly missing: number;
  /** The client's name in provenance; the older protocol has none to give. */
  readonly client?: string;
}

const INFO = { name: 'real-client', version: '1.0.0' };

/** The first generation, which names the newest version it knows unless it is an older one. */
async function connectOld(url: URL, version?: string): Promise<AnyClient> {
  const client = new OldClient(INFO);
  const asVersion: typeof fetch = (input, init) => {
    if (version === undefined || typeof init?.body !== 'string') return fetch(input, init);
    const newest = '"protocolVersion":"2025-11-25"';
    return fetch(input, {
      ...init,
      body: init.body.replace(newest, `"protocolVersion":"${version}"`),
    });
  };
  await client.connect(new OldTransport(url, { fetch: asVersion }));
  return client as unknown as AnyClient;
}

async function connectNew(url: URL, mode: 'legacy' | 'auto' | { pin: string }): Promise<AnyClient> {
  const client = new NewClient(INFO, { versionNegotiation: { mode } });
  await client.connect(new NewTransport(url));
  return client;
}

const WAYS: readonly Way[] = [
  { name: 'SDK 1 as of 2025-11-25', connect: (url) => connectOld(url), missing: -32_002 },
  {
    name: 'SDK 1 as of 2025-06-18',
    connect: (url) => connectOld(url, '2025-06-18'),
    missing: -32_002,
  },
  // It reads either code as the newer one.
  { name: 'SDK 2, older', connect: (url) => connectNew(url, 'legacy'), missing: -32_602 },
  {
    name: 'SDK 2, on its own',
    connect: (url) => connectNew(url, 'auto'),
    missing: -32_602,
    client: INFO.name,
  },
  {
    name: 'SDK 2, 2026-07-28',
    connect: (url) => connectNew(url, { pin: '2026-07-28' }),
    missing: -32_602,
    client: INFO.name,
  },
];

describe.each(WAYS)('$name', ({ connect, missing, client: name }) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await connect(new URL(`${server.base}/mcp`));
  });
  afterAll(() => client.close());

  test('is told what this is', () => {
    expect(client.getInstructions()).toContain('search first');
  });

  test('lists the tools and calls each', async () => {
    const { tools } = await client.listTools();
    const inputs: Readonly<Record<string, object>> = {
      search: { query: 'kelp' },
      read: { page: 'kelp' },
      recent: {},
      todos: {},
      tags: {},
      changes: {},
      revisions: { page: 'kelp' },
      write: { text: `From ${String(name)}` },
      edit_meta: { pages: ['kelp'], add_tags: ['seen'] },
      rename_tag: { from: 'sea', to: 'ocean', dry_run: true },
      revert: { author: 'claude', since: '2h', dry_run: true },
    };
    expect(tools.map((tool) => tool.name)).toEqual(Object.keys(inputs));
    for (const tool of tools) {
      // Having listed them, the client checks each answer against the tool's schema.
      const result = await client.callTool({
        name: tool.name,
        arguments: { ...inputs[tool.name] },
      });
      expect(result.isError).toBeFalsy();
      expect(result.content).toEqual([
        { type: 'text', text: JSON.stringify(result.structuredContent) },
      ]);
    }
  });

  test('writes as itself', async () => {
    const result = await client.callTool({ name: 'write', arguments: { text: 'Hello' } });
    expect(result.structuredContent).toMatchObject({
      author: 'claude',
      source: 'mcp',
      created: true,
    });
    const { slug, client: label } = result.structuredContent as { slug: string; client?: string };
    expect(label).toBe(name);
    const found = await client.callTool({
      name: 'search',
      arguments: { query: 'hello is:claude' },
    });
    expect(JSON.stringify(found.structuredContent)).toContain(`${PUBLIC}/p/${slug}`);
  });

  test('reads the failure of a tool', async () => {
    await client.listTools();
    const result = await client.callTool({ name: 'read', arguments: { page: 'kelpp' } });
    expect(result.isError).toBe(true);
    expect(result.content).toEqual([{ type: 'text', text: 'No page "kelpp". Nearest: kelp.' }]);
  });

  test('an unknown tool is an error of the protocol', async () => {
    await expect(client.callTool({ name: 'erase', arguments: {} })).rejects.toMatchObject({
      code: -32_602,
    });
  });

  test('lists resources and templates and reads them', async () => {
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resources.map(({ uri }) => uri)).toContain('scrap://export/metadata');
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'scrap://page/{slug}',
      'scrap://note/{+path}',
    ]);
    const uris = [
      ...resources.map(({ uri }) => uri),
      'scrap://note/guide/mcp.md',
      'emanote://note/guide%2Fmcp.md',
    ];
    for (const uri of uris) {
      const { contents } = await client.readResource({ uri });
      expect(contents[0]?.uri).toBe(uri);
      expect(contents[0]).toHaveProperty('text');
    }
  });

  test('a page that is not there, and what was never there', async () => {
    const nope = await client
      .readResource({ uri: 'scrap://page/nope' })
      .catch((error: unknown) => error);
    expect(nope).toMatchObject({ code: missing, data: { uri: 'scrap://page/nope' } });
    const foreign = await client
      .readResource({ uri: 'ftp://x/y' })
      .catch((error: unknown) => error);
    expect(foreign).toMatchObject({ code: -32_602, data: { reason: 'scheme' } });
    if (client instanceof NewClient) {
      expect(nope).toBeInstanceOf(ResourceNotFoundError);
      expect(foreign).not.toBeInstanceOf(ResourceNotFoundError);
    }
  });

  test('completes what a template asks for', async () => {
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'scrap://note/{+path}' },
      argument: { name: 'path', value: 'gui' },
    });
    expect(completion.values).toEqual(['guide/mcp.md']);
  });

  test('does not notice that the server was started anew', async () => {
    const input = { text: 'Written before', key: `before-${missing}-${String(name)}` };
    const before = await client.callTool({ name: 'write', arguments: input });
    await server.restart();
    const after = await client.callTool({ name: 'write', arguments: input });
    const { slug } = before.structuredContent as { slug: string };
    expect(after.structuredContent).toMatchObject({ slug, created: false });
    expect((await client.readResource({ uri: `scrap://page/${slug}` })).contents[0]).toMatchObject({
      text: input.text,
    });
  });
});
