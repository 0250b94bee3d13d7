import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { program } from '../kit/debian.ts';
import { built, PROGRAM, temporaryDirectory } from '../kit/scrap.ts';

const EXAMPLES = join(import.meta.dirname, '../../docs/examples');

/** Does what fzf does at its start and on Enter: runs the list, and prints the first line. */
const FZF = `#!/bin/sh
while [ $# -gt 0 ]; do
  case "$1" in
    --query) query="$2"; shift;;
    --bind) case "$2" in start:reload:*) list="\${2#start:reload:}";; esac; shift;;
  esac
  shift
done
eval "$(printf %s "$list" | sed 's/{q}/"$query"/')" | head -n 1
`;

const MAIL = [
  'Message-ID: <1@example.org>',
  'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?= aus',
  ' dem Garten',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary=x',
  '',
  '--x',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('Die Äpfel sind reif.\n').toString('base64'),
  '--x',
  'Content-Type: text/html',
  '',
  '<p>Die &Auml;pfel sind reif.</p>',
  '--x--',
  '',
].join('\n');

/** A shell with `scrap`, the stand-ins and the programs of the system, over a store of its own. */
function shell(standIns: Readonly<Record<string, string>> = {}) {
  built();
  const home = temporaryDirectory();
  const bin = join(home, 'bin');
  mkdirSync(bin);
  const scrap = `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`;
  for (const [name, text] of Object.entries({ scrap, ...standIns })) {
    writeFileSync(join(bin, name), text, { mode: 0o755 });
  }
  const env = {
    PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    LC_ALL: 'C.UTF-8',
    SCRAP_STORE: join(home, 'data', 'scrap.db'),
    SCRAP_TZ: 'UTC',
    EDITOR: 'cat',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  /** Runs a command, an example by its name, and gives what it printed. */
  return (command: string, input = '') => {
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
      cwd: home,
      input,
      encoding: 'utf8',
      env: { ...env, PATH: `${EXAMPLES}:${env.PATH}` },
    });
    return { status, stdout, stderr };
  };
}

test('the clipboard is a page, once, with the tags that are given', () => {
  const run = shell({ 'wl-paste': `#!/bin/sh\nprintf '%s' "- it's \\$HOME"\n` });
  expect(run('clip work "two words"').status).toBe(2);
  expect(run('clip work/idea shop')).toMatchObject({ status: 0 });
  expect(run('clip work/idea shop').stderr).toContain('already saved');
  expect(run("scrap recent --format '{{title}}|{{tags}}|{{origin}}'").stdout).toBe(
    "it's $HOME|shop work/idea|clip\n",
  );
});

test('without a clipboard it says so, and nothing is stored', () => {
  const run = shell({ 'wl-paste': '#!/bin/sh\nexit 1\n' });
  expect(run('clip').status).toBe(1);
  expect(run('scrap recent').status).toBe(3);
});

test('a commit is a line in the log of its day, and never fails for it', () => {
  program('git');
  const run = shell();
  const commit = 'git -c user.name=Ann -c user.email=a@example.org commit --allow-empty -qm';
  const hook = `git init -q garden && cp '${EXAMPLES}/post-commit' garden/.git/hooks/`;
  expect(run(`${hook} && cd garden && ${commit} '-n: plant "beans" #veg'`).status).toBe(0);
  expect(run('cd garden && .git/hooks/post-commit').status).toBe(0);
  const log = run('scrap read "$(scrap recent --field slug)"').stdout;
  expect(log.match(/garden: -n: plant "beans" #veg \([0-9a-f]{7,}\)/g)).toHaveLength(1);
  const broken = run(`cd garden && SCRAP_STORE=/dev/null ${commit} second`);
  expect(broken).toMatchObject({ status: 0 });
  expect(broken.stderr).toContain('the commit stands');
});

test('the digest says what is overdue and due today, and nothing where nothing is', () => {
  const run = shell();
  const [before, today] = [-1, 0].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  run('scrap add hello');
  expect(run('due-digest')).toEqual({ status: 0, stdout: '', stderr: '' });
  run(`scrap todo 'pay rent due:${before}'; scrap todo 'call Ann due:${today}'`);
  run("scrap todo 'sweep due:2099-01-01'; scrap todo someday");
  expect(run('due-digest').stdout).toBe(
    `overdue\n  ${before}  pay rent\ntoday\n  ${today}  call Ann\n`,
  );
  expect(run('SCRAP_STORE=/dev/null due-digest').status).toBe(65);
});

test('what is picked is read, whatever is typed, and Esc leaves with its own status', () => {
  const run = shell({ fzf: FZF });
  run(`scrap add --title "It's a plan" 'dig'; scrap add --title Other 'rest'`);
  expect(run(`pick "it's a pl"`)).toMatchObject({ status: 0, stdout: 'dig' });
  expect(run('pick').stdout).toBe('rest');
  expect(shell({ fzf: '#!/bin/sh\nexit 130\n' })('pick')).toMatchObject({
    status: 130,
    stdout: '',
  });
});

test('a mail is a page with its subject, its text and itself, once', () => {
  program('python3');
  const run = shell();
  expect(run('mail-to-scrap', MAIL)).toMatchObject({ status: 0 });
  expect(run('mail-to-scrap', `Received: by another way\n${MAIL}`)).toMatchObject({ status: 0 });
  expect(run("scrap recent --format '{{title}}|{{origin}}'").stdout).toBe(
    'Grüße aus dem Garten|mail\n',
  );
  const page = JSON.parse(run('scrap read grüße-aus-dem-garten --json').stdout) as object;
  expect(page).toMatchObject({ text: 'Die Äpfel sind reif.\n', files: [{ name: 'mail.eml' }] });
  expect(run('mail-to-scrap', 'From: x\n\n').status).toBe(0);
  expect(run('SCRAP_STORE=/dev/null mail-to-scrap', MAIL).status).toBe(65);
});

test('there is no example that is not tried here', () => {
  expect(readdirSync(EXAMPLES).toSorted()).toEqual([
    'clip',
    'due-digest',
    'mail-to-scrap',
    'pick',
    'post-commit',
  ]);
});
