import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { PROGRAM, scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';
import { serveForTest } from '../kit/server.ts';
import { transcript, type Typed } from './transcript.ts';

const SECOND_PAGE = '---\ntitle: Oven manual\ntags: [kitchen]\n---\nThe oven beeps twice.\n';

const STORIES: Readonly<Record<string, readonly Typed[]>> = {
  'first-use': [
    { args: ['recent'] },
    { args: ['add', 'hello', '#world'] },
    { args: ['add', 'buy', 'oat', 'milk', '--due', '2030-01-04', '--tag', 'shop'] },
    { args: ['add'], input: SECOND_PAGE },
    { args: ['recent'] },
    { args: ['search', 'oven'] },
    { args: ['search', 'nothing-like-this'] },
    { args: ['read', 'oven-manual'] },
    { args: ['read', '[[Oven manual]]', '--json'] },
    { args: ['tags'] },
    { args: ['tags', '--json'] },
    { args: ['todos'] },
    { args: ['todos', '--json'] },
    { args: ['done', 'buy-oat-milk'] },
    { args: ['todos'] },
    { args: ['todos', '--status', 'done'] },
    { args: ['reopen', 'buy-oat-milk', '--quiet'] },
    { args: ['trash', 'hello-world'] },
    { args: ['search', 'is:trashed'] },
    { args: ['untrash', 'hello-world'] },
  ],
  'todo-line': [
    { args: ['todo', 'call Ann due:2030-01-04 p1 +home #tel'] },
    { args: ['todo', 'pay', 'rent', 'due:2030-01-31', 'repeat:every month'] },
    { args: ['todo', 'water due:blursday'] },
    { args: ['todo', 'p1'] },
    { args: ['todo'], input: 'sweep scheduled:2030-01-02 start:2030-01-01\nall rooms\n' },
    { args: ['todos'], env: { SCRAP_FORCE_TTY: '1' } },
    { args: ['done', 'pay-rent'] },
    { args: ['done', 'pay-rent'] },
    { args: ['todos', '--field', 'slug,group,due,repeat'] },
    { args: ['done', 'pay-rent-2'] },
    { args: ['undo'] },
    { args: ['reopen', 'pay-rent'] },
    { args: ['read', 'pay-rent-2', '--json', '--no-text'] },
  ],
  items: [
    { args: ['add'], input: '# Packing\n\n- [ ] socks\n- [ ] passport #papers\n' },
    { args: ['todos'] },
    { args: ['done', 'packing', '--line', '4'] },
    { args: ['read', 'packing'] },
    { args: ['done', 'packing'] },
    { args: ['done', 'packing', '--line', '9'] },
    { args: ['add', 'and a hat', '--to', 'packing', '--section', 'Later'] },
    { args: ['read', 'packing'] },
  ],
  links: [
    { args: ['add', 'ask [[Ann]] and [[Bob]] ![[plan.pdf]]', '--title', 'Plan'] },
    { args: ['add', 'likes tea', '--title', 'Ann'] },
    { args: ['links', 'plan'] },
    { args: ['links', 'ann', '--json'] },
    { args: ['read', 'ann'] },
    { args: ['read', '[[Ann]]', '--from', 'plan'], env: { SCRAP_FORCE_TTY: '1' } },
    { args: ['links', 'plan'], env: { SCRAP_FORCE_TTY: '1' } },
    { args: ['lint'] },
    { args: ['lint', '--json'] },
  ],
  searches: [
    { args: ['add', 'planning the garden near Königsberg', '#home', '--due', '2030-01-04'] },
    { args: ['add', 'a plan for the oven', '--title', 'Oven'] },
    { args: ['search', 'plan', '--explain'] },
    { args: ['search', '~berg', '--field', 'slug,matched'] },
    { args: ['search', 'gardne'] },
    { args: ['search', 'foo:bar', '--explain', '--json'] },
    { args: ['search', 'due:blursday'] },
    { args: ['search', '--save', 'home', 'plan', 'tag:home'] },
    { args: ['search', '@home'] },
    { args: ['search', '@hoem'] },
    { args: ['search', '--saved'] },
    { args: ['search', '--saved', '--json'] },
    { args: ['search', '--save', 'home', '--saved'] },
    { args: ['search', '--save', 'bad', 'is:opn'] },
    { args: ['search', '--save', 'x', 'oven'], env: { SCRAP_AUTHOR: 'claude' } },
    { args: ['search', '--forget', 'hom'] },
    { args: ['search', '--forget', '@home'] },
    { args: ['search', '--saved'] },
    { args: ['reindex'] },
    { args: ['reindex', '--as', 'claude'] },
  ],
  'text-that-begins-with-a-dash': [
    { args: ['add', '- [ ] buy milk'] },
    { args: ['add', '-5 degrees today'] },
    { args: ['add', '--', '-5 degrees today'] },
    { args: ['add', '--', '--- cut here'] },
    { args: ['add', '--- cut here'] },
    { args: ['search', '-term'] },
    { args: ['search', '--', '-term'] },
    { args: ['search', '--limit', '-1', 'fern'] },
    { args: ['search', '--limit', 'abc', 'fern'] },
    { args: ['add', 'text', '--due', '-1d', 'after'] },
    { args: ['add', ''] },
    { args: ['add', '   '] },
    { args: ['add', '--tga', 'shop'] },
    { args: ['serach', 'fern'] },
    { args: ['add', '@home', '#tag', '$HOME', '`id`'] },
    { args: ['add'], input: '-n\n' },
    { args: ['add'], input: '' },
    { args: ['search'] },
    { args: ['search', ''] },
  ],
  mistakes: [
    { args: ['add', 'x', '--due', 'blursday'] },
    { args: ['add', 'x', '--kind', 'nte'] },
    { args: ['add', 'x', '--tag', 'a b'] },
    { args: ['add', 'x', '--priority', '9'] },
    { args: ['add', 'one'] },
    { args: ['read', 'two'] },
    { args: ['read', 'onee'] },
    { args: ['read'] },
    { args: ['read', 'onee', '--json'] },
    { args: ['add', 'a', '--key', 'k1', '--json'] },
    { args: ['add', 'a', '--key', 'k1'] },
    { args: ['add', 'b', '--key', 'k1'] },
    { args: ['edit', 'one', '--revision', '99'], input: 'two\n' },
    { args: ['edit', 'one'], input: 'two\n' },
    { args: ['edit', 'one', '--as', 'claude'], input: 'three\n' },
    { args: ['add', 'by an agent', '--as', 'claude', '--origin', 'a test'] },
    { args: ['add', 'by an agent'], env: { SCRAP_AUTHOR: 'claude' } },
    { args: ['search', 'is:claude', '--json'] },
    { args: ['add', 'more', '--to', 'one', '--as', 'claude'] },
    { args: ['add', '--file', 'nowhere.md'] },
    { args: ['add', '--file', '/'] },
    { args: ['--nonsense'] },
    { args: ['help', 'quary'] },
    { args: ['recent'], env: { SCRAP_TZ: 'Nowhere/Here' } },
  ],
  help: [
    { args: [] },
    { args: ['help', 'add'] },
    { args: ['help', 'exit-codes'] },
    { args: ['help', 'environment'] },
    { args: ['help', 'query'] },
  ],
};

describe('what a terminal shows', () => {
  test.each(Object.entries(STORIES))('%s', async (name, lines) => {
    const shown = await transcript(temporaryStore(), lines);
    await expect(shown).toMatchFileSnapshot(join('transcripts', `${name}.txt`));
  });
});

describe('what a terminal shows where the store is elsewhere', () => {
  /**
   * What is for the store's own machine, is about a store that is not there yet, or is said of a
   * write without a key: elsewhere each gets one.
   */
  const OWN = /^\$ scrap (?:reindex|purge|config)|No pages yet|<store>|Pass a key/m;

  test.each(['first-use', 'items', 'links', 'searches', 'mistakes'])('%s', async (name) => {
    const server = await serveForTest();
    onTestFinished(server.stop);
    const here = readFileSync(join(import.meta.dirname, 'transcripts', `${name}.txt`), 'utf8');
    const away = await transcript(temporaryStore(), STORIES[name] ?? [], {
      SCRAP_URL: server.base,
    });
    const shown = blocks(away.replaceAll(server.base, 'http://127.0.0.1:7272'));
    const expected = blocks(here.replaceAll(/^2> new store .*\n/gm, ''));
    const same = expected.flatMap((block, i) => (OWN.test(block) ? [] : [i]));
    expect(same.length).toBeGreaterThan(5);
    expect(same.map((i) => shown[i])).toEqual(same.map((i) => expected[i]));
  });

  function blocks(shown: string): string[] {
    return shown.split(/^(?=\$ )/m);
  }
});

describe('files and pipes', () => {
  test('several files are one page each, in order; an odd one stops all', async () => {
    const [store, directory] = [temporaryStore(), temporaryDirectory()];
    const file = (name: string, bytes: string | Uint8Array) => {
      writeFileSync(join(directory, name), bytes);
      return join(directory, name);
    };
    const good = [file('a.md', '# One\n'), file('b.md', '# Two\n')];
    const odd = file('odd.md', Uint8Array.of(0x63, 0xe9, 0x0a));
    const both = await scrap(['add', ...good.flatMap((path) => ['--file', path])], { store });
    expect(both.stdout.split('\n').map((line) => line.split('\t')[0])).toEqual(['one', 'two', '']);
    const stopped = await scrap(['add', '--file', good[0] ?? '', '--file', odd], { store });
    expect(stopped).toMatchObject({ status: 2, stdout: '' });
    expect(stopped.stderr).toContain('odd.md is not UTF-8');
    expect((await scrap(['recent'], { store })).stdout.trim().split('\n')).toHaveLength(2);
  });

  test('words that are file names are not guessed at', async () => {
    const [store, directory] = [temporaryStore(), temporaryDirectory()];
    writeFileSync(join(directory, 'notes'), 'inside\n');
    const path = join(directory, 'notes');
    expect((await scrap(['add', path], { store })).stdout).toContain('inside');
    expect((await scrap(['add', '--', path], { store })).stdout).toContain(path);
    const folder = await scrap(['add', '--file', directory], { store });
    expect(folder).toMatchObject({ status: 2 });
    expect(folder.stderr).toContain('scrap import');
  });

  test('characters cut by the pieces they come in are whole', async () => {
    const store = temporaryStore();
    const text = 'żółć🐡漢'.repeat(50);
    for (const size of [1, 3, 7]) {
      const child = spawn(process.execPath, [PROGRAM, 'add', '--title', `in ${size}s`], {
        env: { PATH: process.env['PATH'], HOME: temporaryDirectory(), SCRAP_STORE: store },
      });
      const ended = new Promise((resolve) => child.on('close', resolve));
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += size) {
        child.stdin.write(bytes.subarray(at, at + size));
        if (at % 210 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      child.stdin.end();
      expect(await ended).toBe(0);
      expect((await scrap(['read', `in-${size}s`], { store })).stdout).toBe(text);
    }
  });

  test('a reader that leaves early is no failure', async () => {
    const store = temporaryStore();
    await scrap(['add'], { store, input: 'x'.repeat(200_000) });
    const child = spawn(process.execPath, [PROGRAM, 'recent', '--json'], {
      env: { PATH: process.env['PATH'], HOME: temporaryDirectory(), SCRAP_STORE: store },
    });
    child.stdout.destroy();
    const stderr: string[] = [];
    child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text));
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
    expect(stderr.join('')).toBe('');
  });

  test('a NUL in the input is refused with its place, and nothing is stored', async () => {
    const store = temporaryStore();
    const { status, stderr } = await scrap(['add'], { store, input: 'a\0b' });
    expect(status).toBe(2);
    expect(stderr).toContain('NUL at byte 2');
    expect((await scrap(['recent'], { store })).status).toBe(3);
  });
});
