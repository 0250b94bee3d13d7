import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createEndpoint } from '../../src/server/mcp/endpoint.ts';
import { startServer } from '../../src/server/serve.ts';
import { createWatch } from '../../src/server/watch.ts';
import { openStore } from '../../src/store/index.ts';
import { everything } from './fixture/everything.ts';
import { type McpServer, mcpForTest, ownerAdds } from './kit.ts';

const ROOT = join(import.meta.dirname, '../..');
const FIXTURE = join(import.meta.dirname, 'fixture');
const SUITE = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

interface Run {
  readonly status: number | null;
  readonly said: string;
  /** The scenarios that ran, and the checks in them that passed. */
  readonly scenarios: number;
  readonly passed: number;
}

/** Runs the official conformance suite against a server. */
async function conformance(base: string, args: readonly string[]): Promise<Run> {
  const results = mkdtempSync(join(tmpdir(), 'scrap-conformance-'));
  const older = 'globSync' in fs ? [] : ['--import', join(FIXTURE, 'node20.mjs')];
  const child = spawn(
    process.execPath,
    [...older, SUITE, 'server', '--url', `${base}/mcp`, '-o', results, ...args],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  rmSync(results, { recursive: true });
  return {
    status,
    said,
    scenarios: [...said.matchAll(/^Running client scenario '/gm)].length,
    passed: Number(/^Total: (\d+) passed/m.exec(said)?.[1] ?? 0),
  };
}

const baseline = (name: string) => ['--expected-failures', join(FIXTURE, `${name}.yml`)];
const all = (version: string) => ['--spec-version', version, '--suite', 'all'];

describe('scrap itself', () => {
  let server: McpServer;
  beforeAll(async () => {
    server = await mcpForTest();
    await ownerAdds(server.store, '# Kelp\n\nForests under water.');
  });
  afterAll(() => server.stop());

  test.each([
    ['2025-11-25', 30, 30],
    ['2026-07-28', 40, 80],
  ])('fails in %s only where the suite asks for what it does not offer', async (...row) => {
    const [version, scenarios, passed] = row;
    const run = await conformance(server.base, [...all(version), ...baseline(`scrap-${version}`)]);
    expect(run.status, run.said).toBe(0);
    expect(run.scenarios).toBeGreaterThanOrEqual(scenarios);
    expect(run.passed).toBeGreaterThanOrEqual(passed);
    expect(server.log.filter((line) => line.includes('fault'))).toEqual([]);
  });

  test('a baseline that names what passes fails', async () => {
    const stale = [...all('2025-11-25'), '--scenario', 'ping', ...baseline('stale')];
    const run = await conformance(server.base, stale);
    expect([run.status, run.scenarios]).toEqual([1, 1]);
    expect(run.said).toMatch(/stale/i);
  });
});

describe('the plumbing, with everything a server may offer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-conformance-'));
  const store = openStore(join(folder, 'scrap.db'), { mayCreate: true });
  const log: string[] = [];
  const options = { log: (line: string) => void log.push(line) };
  const watch = createWatch(store, options);
  const endpoint = createEndpoint(store, () => Promise.resolve(everything()), {
    level: 'edit',
    watch,
    ...options,
  });
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    server = await startServer(store, {
      port: 0,
      mcp: endpoint.handle,
      version: '1',
      watch,
      ...options,
    });
  });
  afterAll(async () => {
    await endpoint.close();
    await server.close();
    store.close();
    rmSync(folder, { recursive: true });
  });

  test('passes all that 2026-07-28 requires', async () => {
    const run = await conformance(server.url, ['--requirements', '2026-07-28']);
    expect(run.status, run.said).toBe(0);
    expect(run.scenarios).toBeGreaterThanOrEqual(37);
  });

  test('passes 2025-11-25 save for what needs a call from server to client', async () => {
    const args = [...all('2025-11-25'), ...baseline('everything-2025-11-25')];
    const run = await conformance(server.url, args);
    expect(run.status, run.said).toBe(0);
    expect(run.scenarios).toBeGreaterThanOrEqual(30);
    expect(run.passed).toBeGreaterThanOrEqual(50);
  });
});
