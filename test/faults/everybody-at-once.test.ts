import { type ChildProcess, spawn } from 'node:child_process';

import { expect, onTestFinished, test } from 'vitest';

import { openStore } from '../../src/store/index.ts';
import { built, PROGRAM, scrap, temporaryStore } from '../kit/scrap.ts';
import { count } from '../kit/sound.ts';

/** Starts `scrap serve` on a free port and gives its URL, once it answers there. */
async function serve(store: string): Promise<{ url: string; stop: () => Promise<number | null> }> {
  built();
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: store, SCRAP_STORE: store },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, found] = /is at (http:\S+)\n/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.on('close', () => reject(new Error(`serve ended: ${said}`)));
  });
  return {
    url,
    stop() {
      child.kill('SIGTERM');
      return closed;
    },
  };
}

/** Does `act` for each number below `count`, so many at a time; gives what each has answered. */
async function each<T>(
  total: number,
  atOnce: number,
  act: (i: number) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < total) {
      const i = next++;
      answers[i] = await act(i);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return answers;
}

async function post(url: string, body: object): Promise<{ status: number; answer: unknown }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, answer: await answer.json() };
}

test('terminals, the app, agents and exports on one store: all that was acknowledged is there once', async () => {
  const store = temporaryStore();
  const server = await serve(store);
  const over = new AbortController();
  const exporting = async () => {
    let exports = 0;
    for (; !over.signal.aborted; exports++) {
      const { status, stdout } = await scrap(['export', '--format', 'jsonl'], { store });
      expect(status).toBe(0);
      // Consistent: the last line counts what stands before it.
      const lines = stdout.trimEnd().split('\n');
      const { end } = JSON.parse(lines.at(-1) ?? '') as { end: Record<string, number> };
      expect(lines.filter((line) => line.startsWith('{"page":')).length).toBe(end['page']);
    }
    return exports;
  };
  const exports = exporting();
  const [terminals, requests, calls] = await Promise.all([
    each(60, 4, (i) => scrap(['add', `terminal ${i}`], { store })),
    each(200, 8, (i) => post(`${server.url}/api/add`, { text: `request ${i}`, key: `r${i}` })),
    each(100, 4, (i) =>
      post(`${server.url}/mcp/agent`, {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'write', arguments: { text: `call ${i}`, key: `c${i}` } },
      }),
    ),
  ]);
  over.abort();
  expect(await exports).toBeGreaterThan(0);
  expect(await server.stop()).toBe(0);

  expect(terminals.filter(({ status }) => status !== 0)).toEqual([]);
  expect(requests.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
  expect(calls.filter(({ answer }) => !isWritten(answer))).toEqual([]);
  const opened = openStore(store);
  expect(opened.pragma('integrity_check')).toBe('ok');
  for (const [what, total] of [
    ['terminal', 60],
    ['request', 200],
    ['call', 100],
  ] as const) {
    expect(count(opened, `texts WHERE text LIKE '${what} %'`)).toBe(total);
    expect(count(opened, `(SELECT DISTINCT text FROM texts WHERE text LIKE '${what} %')`)).toBe(
      total,
    );
  }
  expect(count(opened, 'changes')).toBe(360);
  opened.close();
});

function isWritten(answer: unknown): boolean {
  const { result } = answer as { result?: { isError?: boolean; structuredContent?: object } };
  return result?.structuredContent !== undefined && result.isError !== true;
}
