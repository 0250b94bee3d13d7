import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, onTestFinished, test } from 'vitest';

import { folderOf, putFile } from '../kit/pages.ts';
import { PROGRAM, scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';
import { transcript } from './transcript.ts';

const GARDEN = {
  'index.md': '# Garden\n[[roses]] [[nowhere]] #plants\n',
  'roses.md': 'red\n',
  'rose.jpg': 'no picture',
};

test('what is typed about notebooks, and what is answered', async () => {
  const folder = folderOf(GARDEN);
  const store = temporaryStore();
  const shown = await transcript(store, [
    { args: ['notebook'] },
    { args: ['notebook', 'add', folder, '--name', 'garden'] },
    { args: ['notebook', 'add', folder] },
    { args: ['notebook', 'list'] },
    { args: ['notebook', 'sync'] },
    { args: ['notebook', 'sync', 'gardem'] },
    { args: ['add', 'more', '--to', 'roses'] },
    { args: ['edit-meta', 'roses', '--add-tag', 'red'] },
    { args: ['notebook', 'sync', '--json'] },
    { args: ['notebook', 'add', '/nowhere/at/all'] },
    { args: ['notebook', 'list'], env: { SCRAP_FORCE_TTY: '1' } },
    { args: ['notebook', 'remove', 'garden'], env: { SCRAP_FORCE_TTY: '1' } },
    { args: ['notebook', 'list'] },
    { args: ['notebook', 'remove'] },
  ]);
  await expect(shown.replaceAll(folder, '<folder>')).toMatchFileSnapshot(
    './transcripts/notebooks.txt',
  );
});

test('a file that is edited while scrap serves is what an agent reads next', async () => {
  const folder = folderOf(GARDEN);
  const store = temporaryStore();
  await scrap(['add', 'a store'], { store });
  const url = await serving(store);
  const added = await scrap(['notebook', 'add', folder, '--name', 'garden'], { store });
  expect(added).toMatchObject({ status: 0, stdout: 'garden\t2\t0\t0\t0\t0\t0\n' });

  const client = new Client({ name: 'test', version: '0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  onTestFinished(() => client.close());
  const read = async () => {
    const { contents } = await client.readResource({ uri: 'scrap://note/roses.md' });
    return contents[0] !== undefined && 'text' in contents[0] ? contents[0].text : '';
  };
  expect(await read()).toBe('red\n');
  for (const text of ['crimson\n', 'scarlet\n']) {
    putFile(folder, 'roses.md', text);
    await expect.poll(read, { timeout: 10_000, interval: 50 }).toBe(text);
  }
});

/** Starts the server on a store; gives its address. */
async function serving(store: string): Promise<string> {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0'], {
    env: { PATH: process.env['PATH'], HOME: temporaryDirectory(), SCRAP_STORE: store },
  });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    const [status] = (await once(child, 'close')) as [number];
    expect(status).toBe(0);
  });
  let welcome = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (welcome += text));
  child.on('close', () => (welcome += 'stop'));
  while (!welcome.includes('stop')) await new Promise((resolve) => setTimeout(resolve, 10));
  return /is at (\S+)/.exec(welcome)?.[1] ?? '';
}
