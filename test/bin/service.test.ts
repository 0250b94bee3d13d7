import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { PROGRAM, scrap, temporaryDirectory } from '../kit/scrap.ts';

/** A stand-in for systemd: a restart really runs what stands in the unit. */
const SYSTEMCTL = `#!/bin/sh
echo "systemctl $*" >> "$HOME/calls"
unit="$HOME/.config/systemd/user/scrap.service"
stop() { [ -f "$HOME/pid" ] && kill "$(cat "$HOME/pid")" && rm "$HOME/pid"; }
case "$2" in
  restart)
    stop; sleep 0.3
    sed -n 's/^Environment="\\(.*\\)"$/\\1/p' "$unit" > "$HOME/environment"
    command="$(sed -n 's/^ExecStart=//p' "$unit")"
    sh -c "exec env $(tr '\\n' ' ' < "$HOME/environment") $command" > "$HOME/log" 2>&1 < /dev/null &
    echo $! > "$HOME/pid";;
  disable) stop;;
  is-active) [ -f "$HOME/pid" ] && kill -0 "$(cat "$HOME/pid")" 2> /dev/null;;
  *) true;;
esac
`;

/** A stand-in for Tailscale that remembers what it was told to serve. */
const TAILSCALE = `#!/bin/sh
echo "tailscale $*" >> "$HOME/calls"
case "$*" in
  'status --json') echo '{"BackendState":"Running","Self":{"DNSName":"box.tail1.ts.net."}}';;
  'serve status --json') cat "$HOME/serve.json" 2> /dev/null || echo '{}';;
  *) port="$(echo "$*" | sed 's/.* //')"
     echo '{"Web":{"box.tail1.ts.net:443":{"Handlers":{"/":{"Proxy":"http://127.0.0.1:'"$port"'"}}}}}' > "$HOME/serve.json";;
esac
`;

const LOGINCTL = '#!/bin/sh\necho Linger=no\n';
const JOURNALCTL = '#!/bin/sh\necho "journalctl $*"\n';

/** A home with stand-ins for the programs of the system. */
async function home(programs: Readonly<Record<string, string>>) {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'bin'));
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(directory, 'bin', name), text, { mode: 0o755 });
  }
  const env = {
    PATH: `${join(directory, 'bin')}:/usr/bin:/bin`,
    HOME: directory,
    SCRAP_PORT: String(await freePort()),
    EDITOR: 'sh',
  };
  onTestFinished(() => {
    if (existsSync(join(directory, 'pid'))) process.kill(Number(read('pid')), 'SIGKILL');
  });
  const read = (name: string) => readFileSync(join(directory, name), 'utf8');
  return { directory, env, read, run: (...args: string[]) => scrap(args, { env }) };
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

const UNIT = '.config/systemd/user/scrap.service';

describe('scrap service', () => {
  test('is installed, runs, shows its log and goes without a trace', async () => {
    const { directory, env, read, run } = await home({
      systemctl: SYSTEMCTL,
      loginctl: LOGINCTL,
      journalctl: JOURNALCTL,
    });
    expect(await run('service', 'status')).toMatchObject({ status: 3, stdout: 'not installed\n' });
    const installed = await run('service', 'install');
    expect(installed).toMatchObject({ status: 0, stdout: `${join(directory, UNIT)}\n` });
    expect(installed.stderr).toContain('loginctl enable-linger');
    expect(read(UNIT)).toContain(`Environment="SCRAP_PORT=${env.SCRAP_PORT}"`);
    expect(await answered(env.SCRAP_PORT)).toBe(200);
    expect(JSON.parse((await run('service', 'status', '--json')).stdout)).toMatchObject({
      installed: true,
      running: true,
    });
    expect((await run('service', 'logs')).stdout).toContain('--unit=scrap.service');
    expect((await run('service', 'uninstall')).status).toBe(0);
    expect(existsSync(join(directory, UNIT))).toBe(false);
    expect(await run('service', 'status')).toMatchObject({ status: 3 });
    expect((await run('service', 'uninstall')).stderr).toContain('there is no service');
  });

  test("somebody else's file, an agent, and a system without systemd change nothing", async () => {
    const { directory, env, run, read } = await home({ systemctl: SYSTEMCTL });
    mkdirSync(join(directory, '.config/systemd/user'), { recursive: true });
    writeFileSync(join(directory, UNIT), '[Service]\nExecStart=/bin/true\n');
    expect(await run('service', 'install')).toMatchObject({ status: 4 });
    expect(read(UNIT)).toContain('/bin/true');
    expect(await run('service', 'uninstall', '--as', 'claude')).toMatchObject({ status: 5 });
    const bare = { ...env, HOME: temporaryDirectory(), PATH: temporaryDirectory() };
    const none = await scrap(['service', 'install'], { env: bare });
    expect(none).toMatchObject({ status: 3 });
    expect(none.stderr).toContain('There is no systemctl here');
    expect(await run('service', 'restart')).toMatchObject({ status: 2 });
  });

  test('serves the store that was named, wherever it is run', async () => {
    const { directory, read, run } = await home({ systemctl: '#!/bin/sh\ntrue\n' });
    await run('service', 'install', '--store', join(directory, 'other.db'));
    expect(read(UNIT)).toContain(`Environment="SCRAP_STORE=${join(directory, 'other.db')}"`);
    const relative = { SCRAP_STORE: 'a.db', HOME: directory, PATH: `${directory}/bin:/usr/bin` };
    await scrap(['service', 'install'], { env: relative, cwd: directory });
    expect(read(UNIT)).toContain(`Environment="SCRAP_STORE=${join(directory, 'a.db')}"`);
  });

  test('a failure of systemd is said in its words', async () => {
    const failing = '#!/bin/sh\necho "Failed to connect to bus" >&2; exit 1\n';
    const { run } = await home({ systemctl: failing });
    const failed = await run('service', 'install');
    expect(failed).toMatchObject({ status: 75 });
    expect(failed.stderr).toContain('Failed to connect to bus');
  });

  test('while somebody serves the store by hand, it is not installed', async () => {
    const { directory, env, run } = await home({ systemctl: SYSTEMCTL });
    const child = spawn(process.execPath, [PROGRAM, 'serve'], { env });
    onTestFinished(() => void child.kill('SIGKILL'));
    expect(await answered(env.SCRAP_PORT)).toBe(200);
    expect(await run('service', 'install')).toMatchObject({ status: 75 });
    expect(existsSync(join(directory, UNIT))).toBe(false);
  });
});

/** The status of the server at this port, once there is one. */
async function answered(port: string): Promise<number> {
  for (let tries = 0; tries < 500; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    if (response !== undefined) return response.status;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return 0;
}

describe('scrap up', () => {
  const PROGRAMS = { systemctl: SYSTEMCTL, loginctl: LOGINCTL, tailscale: TAILSCALE };

  test('does each step once, and says what is wrong after all', async () => {
    const { env, read, run } = await home(PROGRAMS);
    const first = await run('up', '--yes');
    // the address is not one that this machine could reach
    expect(
      first.stdout
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[0]),
    ).toEqual(['public url', 'https://box.tail1.ts.net']);
    expect(first.status).toBe(1);
    expect(read('calls')).toContain(`tailscale serve --bg ${env.SCRAP_PORT}\n`);
    expect(read('.config/scrap/config.toml')).toBe('public_url = "https://box.tail1.ts.net"\n');
    expect(await answered(env.SCRAP_PORT)).toBe(200);

    const calls = read('calls')
      .split('\n')
      .filter((line) => !/status|is-active/.test(line));
    const again = await run('up', '--yes');
    expect(again.stderr.match(/^done /gm)).toHaveLength(3);
    expect(
      read('calls')
        .split('\n')
        .filter((line) => !/status|is-active/.test(line)),
    ).toEqual(calls);
  });

  test('nothing is done where nobody can be asked', async () => {
    const { directory, read, run } = await home(PROGRAMS);
    const asked = await run('up');
    expect(asked).toMatchObject({ status: 2, stdout: '' });
    expect(asked.stderr).toContain('tailscale serve --bg');
    expect(asked.stderr).toContain('scrap up --yes');
    expect(read('calls')).not.toContain('--bg');
    expect(existsSync(join(directory, UNIT))).toBe(false);
  });

  test('each step is asked for, Enter is yes, n leaves it out, and there is a code to scan', async () => {
    const { directory, env, read } = await home(PROGRAMS);
    const { shown, status } = await typed('up', env, ['\n', 'n\n', 'n\n']);
    expect(read('calls')).toContain('--bg');
    expect(existsSync(join(directory, '.config/scrap/config.toml'))).toBe(false);
    expect(existsSync(join(directory, UNIT))).toBe(false);
    expect(shown).toContain('left out');
    expect(shown).toMatch(/[▀▄█]{6}/);
    expect(status).toBe(1);
  });

  test('Ctrl-C at a question ends it with 130', async () => {
    const { read, env } = await home(PROGRAMS);
    const { status } = await typed('up', env, ['\u0003']);
    expect(status).toBe(130);
    expect(read('calls')).not.toContain('--bg');
  });

  test('what is served at 443 already is not taken away', async () => {
    const { directory, read, run } = await home(PROGRAMS);
    const other = `{"Web":{"box.tail1.ts.net:443":{"Handlers":{"/":{"Proxy":"http://127.0.0.1:80"}}}}}`;
    writeFileSync(join(directory, 'serve.json'), other);
    await run('up', '--yes');
    expect(read('calls')).toContain('tailscale serve --bg --https=8443 ');
    expect(read('.config/scrap/config.toml')).toContain('https://box.tail1.ts.net:8443');
  });

  test.each([
    ['Tailscale is not installed', undefined],
    ['Tailscale is not connected', '#!/bin/sh\necho \'{"BackendState":"Stopped"}\'\n'],
  ])('%s', async (says, tailscale) => {
    const { run } = await home(tailscale === undefined ? {} : { tailscale });
    const ran = await run('up', '--yes');
    expect(ran).toMatchObject({ status: 3 });
    expect(ran.stderr).toContain(says);
  });
});

/** Runs a command at a terminal and answers each of its questions in turn. */
async function typed(command: string, env: Readonly<Record<string, string>>, answers: string[]) {
  const line = `${process.execPath} ${PROGRAM} ${command}`;
  const child = spawn('script', ['-qec', line, '/dev/null'], { env: { ...env, NO_COLOR: '1' } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    const questions = shown.split('[Y/n]').length - 1;
    for (; seen < questions; seen++) child.stdin.write(answers[seen] ?? 'n\n');
  });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { shown, status };
}
