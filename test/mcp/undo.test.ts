import { afterAll, beforeAll, expect, test } from 'vitest';

import { operations, perform } from '../../src/store/index.ts';
import { call, imports, type McpServer, mcpForTest, OWNER } from './kit.ts';

/** What the story looks at in the answers of its tools. */
interface Answer {
  readonly slug: string;
  readonly change?: number;
  readonly count: number;
  readonly pages: readonly { readonly slug: string; readonly fields: readonly object[] }[];
  readonly left: readonly object[];
  readonly tags: readonly string[];
  readonly text: string;
  readonly trashed?: string;
}

let server: McpServer;
beforeAll(async () => {
  server = await mcpForTest();
});
afterAll(() => server.stop());

/** Calls a tool under the label `laptop`, or another one. */
async function tool(name: string, input: object, label = 'laptop'): Promise<Answer> {
  const result = await call(server, name, { ...input }, { path: `/mcp/${label}` });
  if (result.isError === true) throw new Error(result.content[0].text);
  expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
  return result.structuredContent as unknown as Answer;
}

test('an afternoon of an agent, and its undoing', async () => {
  const { store } = server;
  const texts = Array.from({ length: 40 }, (_, n) =>
    n % 2 === 0
      ? `---\r\ntags: [ "inbox", x ] # mine\r\n---\r\npage ${n}  `
      : `page ${n} #inbox\n\n\n`,
  );
  const mine: string[] = [];
  for (const [n, text] of texts.entries()) {
    mine.push((await imports(store, 'notes', `${n}.md`, text)).slug);
  }

  const theirs: string[] = [];
  for (let n = 1; n <= 5; n++) {
    const written = await tool('write', { text: `# Found ${n}`, origin: 'sort', key: `w${n}` });
    theirs.push(written.slug);
  }
  const [kept = '', ...others] = theirs;
  const { change: since } = await tool('rename_tag', { from: 'inbox', to: 'sorted' });
  for (const pages of [mine.slice(0, 20), mine.slice(20)]) {
    await tool('edit_meta', { pages, add_tags: ['seen'], status: 'waiting' });
  }
  expect((await tool('read', { page: mine[0] })).tags).toEqual(['seen', 'sorted', 'x']);

  // the owner goes on with one of the pages the agent wrote
  const { revision } = await perform(await operations.read(), store, { page: kept }, OWNER);
  const edit = { page: kept, revision, text: '# Found, and kept\n' };
  await perform(await operations.edit(), store, edit, OWNER);

  const wanted = { client: 'laptop', since: '41' };
  const dry = await tool('revert', { ...wanted, dry_run: true }, 'phone');
  expect(dry).toMatchObject({ count: 44, changes: 8, left_count: 1, created: false });
  expect(dry.left).toEqual([
    {
      slug: kept,
      title: 'Found, and kept',
      url: expect.stringContaining(`/p/${kept}`) as string,
      fields: ['page'],
      author: 'me',
      change: Number(since) + 3,
    },
  ]);
  expect(dry.pages[0]?.fields).toEqual([
    { field: 'kind', before: 'todo', after: 'note' },
    { field: 'status', before: 'waiting' },
    { field: 'tags', before: 'seen, sorted, x', after: 'inbox, x' },
  ]);

  const done = await tool('revert', { ...wanted, key: 'undo' }, 'phone');
  expect(done).toMatchObject({ count: 44, left: dry.left, created: true });
  expect(await tool('revert', { ...wanted, key: 'undo' }, 'phone')).toMatchObject({
    change: done.change,
    count: 44,
    left: dry.left,
    created: false,
  });
  for (const slug of others) expect(await tool('read', { page: slug })).toHaveProperty('trashed');
  expect(await tool('read', { page: kept })).toMatchObject({ text: '# Found, and kept\n' });
  expect((await tool('read', { page: mine[0] })).tags).toEqual(['inbox', 'x']);
  const now = store.all<{ text: string }>('SELECT text FROM texts ORDER BY page_id');
  expect(
    now.map(({ text }) => text).filter((text) => text.startsWith('page') || text.startsWith('---')),
  ).toEqual(texts);

  // a key whose page went to the trash answers with that page, and says where it is
  expect(await tool('write', { text: '# Found 2', origin: 'sort', key: 'w2' })).toMatchObject({
    slug: others[0],
    created: false,
    warnings: [expect.stringContaining('trash')],
  });
  // the undoing is undone
  await tool('revert', { change: done.change }, 'phone');
  expect((await tool('read', { page: mine[0] })).tags).toEqual(['seen', 'sorted', 'x']);
});

test("what the owner did is not an agent's to take back", async () => {
  const { structuredContent } = await call(server, 'changes', { author: 'me', limit: 1 });
  const { changes } = structuredContent as unknown as { changes: { number: number }[] };
  const result = await call(server, 'revert', { change: changes[0]?.number });
  expect(result.isError).toBe(true);
  expect(result.content[0].text).toContain("is not an agent's");
});
