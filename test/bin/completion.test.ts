import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { program } from '../kit/debian.ts';
import { PROGRAM, scrap, temporaryDirectory } from '../kit/scrap.ts';
import { serveForTest } from '../kit/server.ts';

/** A home in which `scrap` is a command and has a few pages. */
async function home() {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'bin'));
  symlinkSync(PROGRAM, join(directory, 'bin', 'scrap'));
  const env = {
    PATH: `${join(directory, 'bin')}:${process.env['PATH']}`,
    HOME: directory,
    SCRAP_STORE: join(directory, 'scrap.db'),
    TERM: 'dumb',
    LC_ALL: 'C.UTF-8',
    HISTFILE: '/dev/null',
    NO_COLOR: '1',
  };
  const pages = [
    ['add', 'beeps twice #home/kitchen', '--title', 'Oven manual'],
    ['add', 'two words', '--title', 'Żółć $(touch hit)'],
    ['search', '--save', 'cooking', 'tag:home/kitchen'],
  ];
  for (const args of pages) {
    expect((await scrap(args, { env: { SCRAP_STORE: env.SCRAP_STORE } })).status).toBe(0);
  }
  return { directory, env };
}

/** A shell at a terminal of its own, at which keys can be typed. */
function shell(command: string, cwd: string, env: Readonly<Record<string, string>>) {
  const child: ChildProcess = spawn('script', ['-qec', command, '/dev/null'], { cwd, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let screen = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (screen += text));
  return {
    type: (keys: string) => child.stdin?.write(keys),
    /** What was shown since the last time, once it has `wanted` in it. */
    shows: async (wanted: string): Promise<string> => {
      for (let tries = 0; !screen.includes(wanted); tries++) {
        if (tries > 1_000) throw new Error(`${wanted} did not come. There was: ${screen}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const shown = screen;
      screen = '';
      return shown;
    },
  };
}

/** What is typed before a Tab, and the words that scrap is then called with, an X behind. */
const TYPED = [
  ['scrap rec', '<recent><X>'],
  ['scrap read ov', '<read><oven-manual><X>'],
  ['scrap read żó', '<read><żółć-touch-hit><X>'],
  ['scrap search words tag:ho', '<search><words><tag:home/kitchen><X>'],
  ["scrap search 'tag:ho", '<search><tag:home/kitchen><X>'],
  ['scrap search @', '<search><@cooking><X>'],
  ['scrap search words slu', '<search><words><slug:X>'],
  ['scrap add --kind=li', '<add><--kind=link><X>'],
  ['scrap backup restore ./back', '<backup><restore><./backup.db><X>'],
  ['true; scrap rec', '<recent><X>'],
] as const;

describe.each([
  ['bash', 'bash --norc --noprofile -i', ''],
  ['zsh', 'zsh -f -i', 'autoload -U compinit; compinit -D; '],
] as const)('%s', (name, command, before) => {
  test('what is begun is completed, and nothing on the line is run', async () => {
    program(name);
    const { directory, env } = await home();
    writeFileSync(join(directory, 'backup.db'), '');
    const { type, shows } = shell(command, directory, env);
    type(`${before}eval "$(scrap completion ${name})"\n`);
    // the completion asks the program itself, and the line calls this
    type(`scrap() { printf '<%s>' "$@"; echo; }; echo rea''dy\n`);
    await shows('ready');
    for (const [keys, words] of TYPED) {
      type(`${keys}\t`);
      type('X\n');
      await shows(words);
    }
    type('scrap purge "$(touch hit)" ov\t');
    await shows('manual');
    type('\u0015echo do""ne\n');
    await shows('done');
    expect(existsSync(join(directory, 'hit'))).toBe(false);
  });
});

test('fish: what is begun is completed, and says what it is', async () => {
  const fish = program('fish');
  const { directory, env } = await home();
  writeFileSync(join(directory, 'backup.db'), '');
  const lines = [
    ['scrap rea', 'read\tRead a page.'],
    ['scrap purge (touch hit) ov', 'oven-manual\tOven manual'],
    ['scrap search tag:ho', 'tag:home/kitchen\t1 page'],
    ['scrap add --kind=li', '--kind=link'],
    ['true; scrap search @', '@cooking\ttag:home/kitchen'],
    ['scrap backup restore ./back', './backup.db'],
  ] as const;
  const asked = lines.map(([line]) => `complete -C '${line}'`).join('; ');
  const script = `scrap completion fish | source; ${asked}`;
  const args = ['--no-config', '-c', script];
  const { stdout } = spawnSync(fish, args, { cwd: directory, env, encoding: 'utf8' });
  expect(stdout.trim().split('\n')).toEqual(lines.map(([, offered]) => offered));
  expect(existsSync(join(directory, 'hit'))).toBe(false);
});

test('an error is silence, and what needs no store is still offered', async () => {
  const { directory, env } = await home();
  const answer = (line: string) => scrap(['completion', '--answer', '--', line], { env });
  writeFileSync(join(directory, 'scrap.db'), 'no store at all, but long enough to be looked at');
  expect(await answer('scrap read ')).toEqual({ status: 0, stdout: '', stderr: '' });
  expect((await answer('scrap rec')).stdout).toContain('recent');
});

test('of a server elsewhere it is the copy kept here that is asked', async () => {
  const server = await serveForTest();
  const env = { SCRAP_URL: server.base, XDG_DATA_HOME: temporaryDirectory() };
  await server.post('/api/add', { text: 'two rays', title: 'Skate' });
  expect((await scrap(['pull'], { env })).status).toBe(0);
  await server.stop();
  const { stdout } = await scrap(['completion', '--answer', '--', 'scrap read sk'], { env });
  expect(stdout).toBe('skate\tSkate\n');
});

test('a shell it does not know is named with those it does', async () => {
  const { status, stderr } = await scrap(['completion', 'tcsh']);
  expect(status).toBe(2);
  expect(stderr).toContain('bash|zsh|fish');
});
