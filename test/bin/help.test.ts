import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { parseLine } from '../../src/commands/line.ts';
import { commandTable } from '../../src/commands/table.ts';
import { topics } from '../../src/commands/topics.ts';
import { scrap, temporaryDirectory } from '../kit/scrap.ts';

const rows = await commandTable();

describe('the examples of each command', () => {
  test.each(rows.map((row) => [row.name, row] as const))('%s', (_, row) => {
    expect(row.examples.length).toBeGreaterThanOrEqual(3);
    const lines = row.examples.flatMap((example) => {
      const found = typed(example);
      expect(found.length, example).toBeGreaterThan(0);
      return found;
    });
    expect(lines.map(([name]) => name)).toContain(row.name);
    for (const words of lines) {
      const meant = rows.find(({ name }) => name === words[0]);
      expect(meant, words.join(' ')).toBeDefined();
      if (meant !== undefined) expect(parseLine(meant, words).help).toBe(false);
    }
  });

  test('one with a flag that is not there would be seen', () => {
    const [row] = rows;
    expect(row).toBeDefined();
    if (row === undefined) return;
    const [words = []] = typed(`scrap ${row.name} --nothing-like-it x`);
    expect(() => parseLine(row, words)).toThrow('--nothing-like-it');
  });
});

test.each(Object.keys(topics))('scrap help %s fits a terminal', async (name) => {
  const { status, stdout } = await scrap(['help', name]);
  expect(status).toBe(0);
  expect(stdout.split('\n').length).toBeGreaterThan(5);
});

test.each([
  [['serach'], 'scrap search'],
  [['help', 'qurey'], 'scrap help query'],
  [['man', 'serach'], 'scrap man search'],
  [['add', '--tga', 'x'], '--tag'],
])('scrap %j says what was meant', async (args, meant) => {
  const { status, stderr } = await scrap(args);
  expect([2, 3]).toContain(status);
  expect(stderr).toMatch(/did you mean/i);
  expect(stderr).toContain(meant);
});

/** The words after `scrap`, as a shell gives them to each `scrap` on a line; nothing else runs. */
function typed(line: string): string[][] {
  const directory = temporaryDirectory();
  for (const [, file = ''] of line.matchAll(/< (\S+)/g)) writeFileSync(join(directory, file), '');
  const script = String.raw`scrap() { printf '%s\0' "$@" $'\n' >&3; }
PATH=
${line}`;
  const { output } = spawnSync('/bin/bash', ['-c', script], {
    cwd: directory,
    encoding: 'utf8',
    env: { HOME: directory },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const lines: string[][] = [[]];
  for (const word of (output[3] ?? '').split('\0').slice(0, -1)) {
    if (word === '\n') lines.push([]);
    else lines.at(-1)?.push(word);
  }
  return lines.slice(0, -1);
}
