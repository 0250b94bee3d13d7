import { expect, test } from 'vitest';

import { createMcp } from '../../src/server/mcp/index.ts';
import { startServer } from '../../src/server/serve.ts';
import { createWatch } from '../../src/server/watch.ts';
import { Shelf } from '../kit/found.ts';
import { scrap } from '../kit/scrap.ts';
import { searchRows } from '../kit/search-rows.ts';
import { fillWithTenScripts } from '../kit/ten-scripts.ts';

/** Every ninth row of the table whose meaning does not move with the clock. */
const ROWS = searchRows()
  .filter(({ query }) => !/due|created|than|after|before|overdue/.test(query))
  .filter((_, i) => i % 9 === 0);

/** What a door answers, as far as the table says it. */
interface Answer {
  readonly canonical: string;
  readonly slugs: string;
}

interface Searched {
  readonly pages: readonly { readonly slug: string }[];
  readonly explain: { readonly query: string };
}

test('a query means and finds the same at every door', async () => {
  expect(ROWS.length).toBeGreaterThan(25);
  const shelf = new Shelf();
  await fillWithTenScripts(shelf.store, (now) => (shelf.now = now));
  const log = () => {};
  const watch = createWatch(shelf.store, { log });
  const mcp = createMcp(shelf.store, { level: 'read', version: '0', log, watch });
  const server = await startServer(shelf.store, { port: 0, version: '0', mcp: mcp.handle, log });
  const url = `http://127.0.0.1:${server.port}`;
  try {
    for (const { query, canonical, slugs } of ROWS) {
      const wanted = { canonical, slugs };
      expect(await atTerminal(shelf.store.file, query), query).toEqual(wanted);
      expect(await overHttp(url, query), query).toEqual(wanted);
      expect(await overMcp(url, query), query).toEqual(wanted);
    }
  } finally {
    await mcp.close();
    await server.close();
    shelf.close();
  }
});

async function atTerminal(store: string, query: string): Promise<Answer> {
  const flags = ['--json', '--explain', '--limit', '100'];
  const { status, stdout, stderr } = await scrap(['search', ...flags, '--', query], { store });
  expect(status, stderr).toBe(0);
  const lines = stdout.split('\n').filter((line) => line !== '');
  const pages = lines.map((line) => JSON.parse(line) as { slug: string });
  const said = stderr.trimEnd().split('\n').at(-1) ?? '';
  return answer({ pages, ...(JSON.parse(said) as Pick<Searched, 'explain'>) });
}

async function overHttp(url: string, query: string): Promise<Answer> {
  const asked = new URLSearchParams({ query, explain: 'true', limit: '100' });
  const response = await fetch(`${url}/api/search?${asked}`);
  return answer((await response.json()) as Searched);
}

async function overMcp(url: string, query: string): Promise<Answer> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search', arguments: { query, explain: true, limit: 100 } },
    }),
  });
  const { result } = (await response.json()) as { result: { structuredContent: Searched } };
  return answer(result.structuredContent);
}

function answer({ pages, explain }: Searched): Answer {
  const slugs = pages.map(({ slug }) => slug).toSorted();
  return { canonical: explain.query, slugs: slugs.join(' ') };
}
