import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { Row } from '../../src/commands/table.ts';
import { saying, standIn } from '../kit/model-api.ts';
import { built, PROGRAM, type Ran, scrap, temporaryDirectory } from '../kit/scrap.ts';
import { CONTRACT, type ContractLine, NEWEST } from './contract-lines.ts';
import { columnsOf, fieldsOf, masked } from './contract-shown.ts';

const GOLDEN = join(import.meta.dirname, 'contract');
const DIST = join(import.meta.dirname, '../../dist');
const LINES: Readonly<Record<string, readonly ContractLine[]>> = CONTRACT;
const MANNERS = ['pipe', 'json'] as const;
type Manner = (typeof MANNERS)[number];

/** Nobody listens there. */
const AWAY = 'http://127.0.0.1:9';

/** What lies in the home from which the lines are typed. */
const FILES = {
  'one.md': '# One\n',
  'two.md': '# Two\n',
  'plan.pdf': '%PDF-1.7\n',
  'notes/a.md': '# Garden\n\nnear [[Nowhere]]\n',
  'mirrored/b.md': '# Weir\n',
};

test('every command, and everything that may stand first in one, is in the contract', () => {
  const rows = readCommands();
  const names = rows.map(({ name }) => name).toSorted();
  expect(Object.keys(LINES).toSorted()).toEqual(names.filter((name) => name !== 'serve'));
  for (const { name, acts } of rows) {
    // of the clients and shells each is like the other
    if (name === 'connect' || name === 'completion') continue;
    const typed = (LINES[name] ?? []).map(({ args }) => args[0]);
    expect(typed, name).toEqual(expect.arrayContaining(Object.keys(acts ?? {})));
  }
  expect(readdirSync(GOLDEN).toSorted()).toEqual(names.map((name) => `${name}.txt`).toSorted());
});

test('what scripts get from each command is what they got before', async () => {
  const manners = await Promise.all(MANNERS.map(allShown));
  for (const { name } of readCommands()) {
    const [pipe = [], json = []] = manners.map((shown) => shown[name]);
    const both = pipe.map((text, i) => `${text}\n${json[i]}`).join('\n');
    await expect.soft(both, name).toMatchFileSnapshot(join(GOLDEN, `${name}.txt`));
  }
});

/** Types all lines one after another, and gives for each what is to be relied on. */
async function allShown(manner: Manner): Promise<Record<string, string[]>> {
  const { directory, env, serve } = await machine();
  const server = await serve(manner);
  const places = {
    elsewhere: { SCRAP_URL: server.url },
    away: { SCRAP_URL: AWAY },
    public: { SCRAP_PUBLIC_URL: server.url },
  };
  const shown: Record<string, string[]> = {
    serve: [masked(server.shown, directory)],
  };
  for (const [name, lines] of Object.entries(LINES)) {
    shown[name] = [];
    for (const line of lines) {
      const { at, input = '' } = line;
      const args = [name, ...line.args, ...(manner === 'json' ? ['--json'] : [])];
      const ran = await scrap(
        args.map((word) => (word === NEWEST ? newest(directory) : word)),
        {
          cwd: directory,
          input,
          env: { ...env, ...(at === undefined ? {} : places[at]) },
        },
      );
      const place = at === undefined ? '' : `${Object.keys(places[at])[0]}=… `;
      const typed = `$ ${place}scrap ${args.map(quoted).join(' ')}`;
      shown[name].push(masked([typed, ...answerOf(ran, line, manner)].join('\n'), directory));
    }
  }
  return shown;
}

function answerOf({ stdout, stderr, status }: Ran, { output, raw }: ContractLine, manner: Manner) {
  const [lines, said] = [linesOf(stdout), linesOf(stderr)];
  return [
    ...(manner === 'json' && raw !== true ? fieldsOf(lines) : abridged(lines, output)),
    ...(output === undefined ? said.map((line) => `2> ${line}`) : []),
    `[${status}]\n`,
  ];
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function newest(home: string): string {
  const folder = join(home, 'data', 'backups');
  return join(
    folder,
    readdirSync(folder)
      .filter((name) => name.endsWith('.db'))
      .toSorted()
      .at(-1) ?? '',
  );
}

function abridged(lines: readonly string[], output: ContractLine['output']): readonly string[] {
  if (output === 'columns') return columnsOf(lines);
  return output === 'prose' ? [...lines.slice(0, 1), '…'] : lines;
}

/**
 * A home with files in it, a model that answers, and no program of the system. `serve` starts a
 * server over another store there, gives what it prints and stops it when the test ends.
 */
async function machine() {
  const directory = temporaryDirectory();
  for (const folder of ['notes', 'mirrored', 'bin']) mkdirSync(join(directory, folder));
  for (const [path, text] of Object.entries(FILES)) {
    writeFileSync(join(directory, path), text);
    // a page of a folder is as old as its file
    utimesSync(join(directory, path), 1_700_000_000, 1_700_000_000);
  }
  const api = await standIn(saying({ tags: ['cooking'] }));
  const env = {
    PATH: join(directory, 'bin'),
    HOME: directory,
    SCRAP_STORE: join(directory, 'data', 'scrap.db'),
    SCRAP_TZ: 'Europe/Berlin',
    SCRAP_PORT: '9',
    ANTHROPIC_API_KEY: 'sk-ant-test',
    ANTHROPIC_BASE_URL: api.base,
  };
  return { directory, env, serve: (manner: Manner) => serving(directory, env, manner) };
}

async function serving(home: string, env: Readonly<Record<string, string>>, manner: Manner) {
  const args = ['serve', '--port', '0', ...(manner === 'json' ? ['--json'] : [])];
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...env, SCRAP_STORE: join(home, 'elsewhere', 'scrap.db') },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  let stdout = '';
  const isWhole = manner === 'json' ? /\}\n$/ : /Ctrl-C\n$/;
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (isWhole.test(stdout)) resolve();
    });
    child.on('close', (status) => reject(new Error(`scrap serve ended with ${status}: ${stdout}`)));
  });
  const lines = linesOf(stdout);
  const answer = manner === 'json' ? fieldsOf(lines) : lines;
  return {
    url: /http:\/\/[\d.:]+/.exec(stdout)?.[0] ?? '',
    shown: [`$ scrap ${args.join(' ')}`, ...answer, ''].join('\n'),
  };
}

function readCommands(): Row[] {
  built();
  return JSON.parse(readFileSync(join(DIST, 'table.json'), 'utf8')) as Row[];
}

function quoted(word: string): string {
  return /^[\w./:=+,-]+$/.test(word) ? word : `'${word.replaceAll('\n', '\\n')}'`;
}
