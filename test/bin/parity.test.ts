import { expect, test } from 'vitest';

import { createMcp } from '../../src/server/mcp/index.ts';
import { startServer } from '../../src/server/serve.ts';
import { createWatch } from '../../src/server/watch.ts';
import { allOperations, nameAt, openStore, operations, perform } from '../../src/store/index.ts';
import { scrap, temporaryStore } from '../kit/scrap.ts';

interface Sample {
  readonly input: Readonly<Record<string, unknown>>;
  /** The same at a terminal, after the name; `stdin` is what is piped in. */
  readonly args: readonly string[];
  readonly stdin?: string;
}

const TODO = { title: 'Call Ann', slug: 'call-ann' };

/** One call of each operation; a new operation without one fails here. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  add: {
    input: { text: 'hello #there', tags: ['a', 'b'], due: '2030-01-04', key: 'k' },
    args: ['hello', '#there', '--tag', 'a', '--tag', 'b', '--due', '2030-01-04', '--key', 'k'],
  },
  todo: {
    input: { text: 'call Ann due:2030-01-04 p1 +home repeat:weekly', origin: 'x' },
    args: ['call Ann due:2030-01-04', 'p1', '+home', 'repeat:weekly', '--origin', 'x'],
  },
  log: { input: { text: '-5 degrees' }, args: ['-5', 'degrees'] },
  search: { input: { query: 'ann is:open' }, args: ['ann', 'is:open'] },
  read: { input: { page: 'packing' }, args: ['packing'] },
  links: { input: { page: 'packing' }, args: ['packing'] },
  recent: { input: { limit: 4 }, args: ['--limit', '4'] },
  todos: { input: { tag: 'papers' }, args: ['--tag', 'papers'] },
  done: { input: { page: TODO.slug }, args: [TODO.slug] },
  reopen: { input: { page: TODO.slug }, args: [TODO.slug] },
  tags: { input: {}, args: [] },
  edit: {
    input: { page: 'packing', text: 'less\n', revision: 1 },
    args: ['packing', '--revision', '1'],
    stdin: 'less\n',
  },
  trash: { input: { page: 'packing' }, args: ['packing'] },
  untrash: { input: { page: 'packing' }, args: ['packing'] },
  edit_meta: {
    input: { pages: ['packing', TODO.slug], add_tags: ['trip'], due: '2030-01-04', priority: 2 },
    args: ['packing', TODO.slug, '--add-tag', 'trip', '--due', '2030-01-04', '--priority=2'],
  },
  rename_tag: {
    input: { from: 'papers', to: 'travel/papers' },
    args: ['papers', 'travel/papers'],
  },
  changes: { input: { page: 'packing' }, args: ['--page', 'packing'] },
  revisions: { input: { page: 'packing' }, args: ['packing'] },
  diff: { input: { page: 'packing', from: 0 }, args: ['packing', '0'] },
  revert: {
    input: { author: 'claude', client: 'laptop', since: '1' },
    args: ['--author', 'claude', '--client', 'laptop', '--since', '1'],
  },
  review: { input: {}, args: [] },
  budget: { input: {}, args: [] },
  fetch: { input: { page: 'example' }, args: ['example'] },
  lint: { input: { limit: 5 }, args: ['--limit', '5'] },
};

/** Offered at one door alone, or reached at a terminal through another command's files or flags. */
const APART = new Set([
  'enrich',
  'accept_tags',
  'searches',
  'save_search',
  'reindex',
  'add_many',
  'keep',
  'jobs',
  'jobs_cancel',
  'jobs_retry',
  'purge',
  'import',
  'export',
  'notebook_add',
  'notebook_list',
  'notebook_sync',
  'notebook_remove',
]);

test('every operation has a sample', async () => {
  const names = (await allOperations()).map(({ name }) => name).filter((name) => !APART.has(name));
  expect(Object.keys(SAMPLES).toSorted()).toEqual(names.toSorted());
});

test.each(Object.entries(SAMPLES))('%s answers the same at every door', async (name, sample) => {
  const operation = (await allOperations()).find((each) => each.name === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  const answers: Record<string, unknown> = {};
  const cli = nameAt(operation, 'cli');
  if (cli !== undefined) answers['cli'] = await atTerminal(cli, sample);
  const http = nameAt(operation, 'http');
  if (http !== undefined) answers['http'] = await overHttp(http, sample);
  const mcp = nameAt(operation, 'mcp');
  if (mcp !== undefined) answers['mcp'] = await overMcp(mcp, sample);
  expect(Object.keys(answers).length).toBeGreaterThan(1);
  for (const answer of Object.values(answers)) expect(answer).toEqual(Object.values(answers)[0]);
});

async function atTerminal(name: string, { args, stdin }: Sample): Promise<unknown> {
  const store = await seeded();
  const { status, stdout, stderr } = await scrap([name, ...args, '--json'], {
    store,
    ...(stdin === undefined ? {} : { input: stdin }),
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  // A list is its elements, one a line; the other doors say its name and total around them.
  return masked(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  );
}

async function overHttp(name: string, { input }: Sample): Promise<unknown> {
  return served(async (url) => {
    const answer = await fetch(`${url}/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    expect(answer.ok).toBe(true);
    return answer.json();
  });
}

async function overMcp(name: string, { input }: Sample): Promise<unknown> {
  return served(async (url) => {
    const answer = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: input },
      }),
    });
    const { result } = (await answer.json()) as {
      result: { structuredContent: unknown; content: { text: string }[] };
    };
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent);
    return result.structuredContent;
  });
}

async function served(ask: (url: string) => Promise<unknown>): Promise<unknown> {
  const store = openStore(await seeded());
  const log = () => {};
  const watch = createWatch(store, { log });
  const mcp = createMcp(store, { level: 'edit', version: '0', log, watch });
  const server = await startServer(store, { port: 0, version: '0', mcp: mcp.handle, log });
  try {
    return masked(elements(await ask(`http://127.0.0.1:${server.port}`)));
  } finally {
    await mcp.close();
    await server.close();
    store.close();
  }
}

function elements(answer: unknown): unknown[] {
  const list = Object.values(answer as object).find((value, i) => i === 0 && Array.isArray(value));
  return Array.isArray(list) ? list : [answer];
}

/** Who wrote and when differs between the doors, and nothing else does. */
function masked(answers: unknown[]): unknown[] {
  return answers.map((answer) => {
    const { author: _, source: __, client: ___, ...rest } = answer as Record<string, unknown>;
    const json = JSON.stringify(rest);
    return JSON.parse(json.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')) as unknown;
  });
}

/** A store with a page, a todo and a checkbox line in it, the same for every door. */
async function seeded(): Promise<string> {
  const file = temporaryStore();
  const store = openStore(file, { mayCreate: true });
  const add = await operations.add();
  const me = { door: 'cli', author: 'me', source: 'cli', here: true } as const;
  await perform(add, store, { text: '# Packing\n\n- [ ] passport #papers\n' }, me);
  await perform(add, store, { text: 'about Ann', title: TODO.title, kind: 'todo' }, me);
  const agent = { ...me, author: 'claude', client: 'laptop' } as const;
  await perform(
    add,
    store,
    { text: 'by an agent: [[Packing]], [[Nowhere]]', title: 'Draft' },
    agent,
  );
  const link = { text: 'https://example.com/', title: 'Example', fetch: false };
  await perform(add, store, link, me);
  store.close();
  return file;
}
