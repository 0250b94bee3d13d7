import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';

const DIST = join(import.meta.dirname, '../../dist');

/** What costs a start more than a query does, and so has no place in the commands of every day. */
const HEAVY = new Set([
  'undici',
  'gray-matter',
  'js-yaml',
  'hono',
  '@hono/node-server',
  '@modelcontextprotocol/server',
  '@modelcontextprotocol/core',
  'ink',
  'markdown-it',
  'highlight.js',
  'chrono-node',
  'diff',
  'smol-toml',
]);

const SERVER = /^src\/server\//;

test.each([
  ['add', 'hello'],
  ['todo', 'call Ann due:friday p1 +home repeat:"every month on the 31st"'],
  ['log', 'hello'],
  ['search', 'hello'],
  ['read', 'hello'],
  ['recent'],
  ['todos'],
  ['tags'],
  ['--help'],
])('scrap %s loads nothing heavy', async (...args) => {
  const store = temporaryStore();
  if (!['add', 'todo', 'log'].includes(args[0] ?? '')) await scrap(['add', 'hello'], { store });
  const loaded = await loadedBy(args, store);
  expect(loaded).toContain('src/commands/cli.ts');
  expect(loaded.filter((part) => HEAVY.has(part) || SERVER.test(part))).toEqual([]);
});

test('what is heavy is seen where it is needed', async () => {
  const store = temporaryStore();
  expect(await loadedBy(['add', '---\ntitle: x\n---\n'], store)).toContain('gray-matter');
  expect(await loadedBy(['add', 'x', '--due', '24 december'], store)).toContain('chrono-node');
  const config = temporaryDirectory();
  mkdirSync(join(config, 'scrap'));
  writeFileSync(join(config, 'scrap', 'config.toml'), 'port = 1\n');
  const env = { XDG_CONFIG_HOME: config };
  expect(await loadedBy(['recent'], store, env)).toContain('smol-toml');
});

test('a command loads no other operation than its own', async () => {
  const store = temporaryStore();
  await scrap(['add', 'hello'], { store });
  const loaded = await loadedBy(['recent'], store);
  expect(loaded.filter((part) => part.startsWith('src/store/operations/'))).toEqual([
    'src/store/operations/recent.ts',
  ]);
});

/** The packages and source files in the chunks that a run of the program loads. */
async function loadedBy(
  args: readonly string[],
  store: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const chunks = JSON.parse(readFileSync(join(DIST, 'chunks.json'), 'utf8')) as Record<
    string,
    string[]
  >;
  const hook = join(import.meta.dirname, '../kit/list-loaded.cjs');
  const { stderr, status } = await scrap(args, {
    store,
    env: { NODE_OPTIONS: `--require=${hook}`, ...env },
  });
  expect(status).toBe(0);
  const files = [...stderr.matchAll(/^loaded (.+)$/gm)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(0);
  return files.flatMap((file) => chunks[file] ?? []);
}
