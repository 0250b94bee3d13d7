import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import type { Finding } from '../../src/commands/doctor/finding.ts';
import { publicFinding, serverFindings } from '../../src/commands/doctor/server.ts';
import { storeFindings } from '../../src/commands/doctor/store.ts';
import { tailnetFindings } from '../../src/commands/doctor/tailnet.ts';
import { readTailscale } from '../../src/commands/tailscale.ts';
import { startServer } from '../../src/server/serve.ts';
import { openStore, version } from '../../src/store/index.ts';
import { scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';
import { startTailscaleProxy } from '../kit/tailscale-proxy.ts';

const DAY = 24 * 60 * 60 * 1000;

/** The findings that are not all right, by their check. */
function troubles(findings: readonly Finding[]) {
  return Object.fromEntries(
    findings.flatMap(({ check, state, mend }) => (state === 'ok' ? [] : [[check, [state, mend]]])),
  );
}

describe('the store', () => {
  async function store() {
    const file = temporaryStore();
    await scrap(['add', 'hello'], { store: file });
    return file;
  }

  test('one that is whole and backed up has no trouble', async () => {
    const file = await store();
    await scrap(['backup'], { store: file });
    const findings = await storeFindings(file, new Date());
    expect(troubles(findings)).toEqual({});
    const checks = 'store modes schema integrity index driver wal file-system disk clock backup';
    expect(findings.map(({ check }) => check.replace(' ', '-')).join(' ')).toBe(checks);
  });

  test('one that is not there yet is no failure', async () => {
    const findings = await storeFindings(temporaryStore(), new Date());
    expect(troubles(findings)).toEqual({ store: ['note', 'scrap add "hello"'] });
  });

  test('what others may read', async () => {
    const file = await store();
    chmodSync(file, 0o644);
    const found = troubles(await storeFindings(file, new Date()));
    expect(found['modes']).toEqual(['wrong', `chmod 600 '${file}'`]);
    chmodSync(file, 0o600);
    chmodSync(dirname(file), 0o777);
    const again = troubles(await storeFindings(file, new Date()));
    expect(again['modes']).toEqual(['wrong', `chmod go-w '${dirname(file)}'`]);
    chmodSync(dirname(file), 0o1777);
    expect(troubles(await storeFindings(file, new Date()))['modes']).toBeUndefined();
  });

  test('a backup that is older than what has changed since', async () => {
    const file = await store();
    await scrap(['backup'], { store: file });
    const later = new Date(Date.now() + 3 * DAY);
    expect(troubles(await storeFindings(file, later))).toEqual({});
    await scrap(['add', 'more'], { store: file });
    expect(troubles(await storeFindings(file, later))).toMatchObject({
      backup: ['wrong', expect.stringMatching(/./)],
    });
  });

  test('a clock before the last change', async () => {
    const found = troubles(await storeFindings(await store(), new Date(Date.now() - DAY)));
    expect(found).toMatchObject({ clock: ['wrong', expect.stringMatching(/clock/)] });
  });

  test('what is damaged is to be restored from the newest backup, by its name', async () => {
    const file = await store();
    const { stdout } = await scrap(['backup', '--json'], { store: file });
    const { file: backup } = JSON.parse(stdout) as { file: string };
    const bytes = readFileSync(file);
    bytes.fill(0x55, 8192 * 3, 8192 * 20);
    writeFileSync(file, bytes);
    const found = Object.values(troubles(await storeFindings(file, new Date())));
    expect(found).toContainEqual(['wrong', `scrap backup restore '${backup}'`]);
    writeFileSync(file, '');
    const empty = troubles(await storeFindings(file, new Date()));
    expect(empty['store']).toEqual(['wrong', `scrap backup restore '${backup}'`]);
  });

  test('a store of a newer scrap is left as it is', async () => {
    const file = await store();
    const opened = openStore(file);
    opened.pragma('user_version = 99');
    opened.close();
    const before = readFileSync(file);
    const found = await storeFindings(file, new Date());
    expect(found.find(({ check }) => check === 'schema')).toMatchObject({ state: 'wrong' });
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

/** A server of scrap's at a free port. */
async function served(publicUrl?: string) {
  const store = openStore(temporaryStore(), { mayCreate: true });
  const server = await startServer(store, { port: 0, publicUrl, version, log: () => {} });
  onTestFinished(async () => {
    await server.close();
    store.close();
  });
  return server.port ?? 0;
}

/** Another program at a free port, which answers everything with this. */
async function otherProgram(status: number, body: string): Promise<number> {
  const server = createServer((_, response) => void response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('the server', () => {
  test('ours, with its guard', async () => {
    const port = await served('https://box.example.ts.net');
    const findings = await serverFindings(port, 'https://box.example.ts.net');
    expect(troubles(findings)).toEqual({});
    expect(findings.map(({ check }) => check)).toEqual(['server', 'host']);
  });

  test('one that was started with another public URL', async () => {
    const port = await served();
    const found = troubles(await serverFindings(port, 'https://box.example.ts.net'));
    expect(found).toEqual({ host: ['wrong', 'restart scrap serve'] });
  });

  test('none, another program, another version, one that lets in everybody', async () => {
    const port = await otherProgram(200, 'hello');
    expect(troubles(await serverFindings(port))).toMatchObject({
      server: ['wrong', expect.stringMatching(/port/)],
    });
    const old = await otherProgram(200, '{"ok":true,"version":"0.0.1"}');
    expect(troubles(await serverFindings(old))).toMatchObject({
      server: ['wrong', 'restart scrap serve'],
      host: ['wrong', expect.stringMatching(/stop it/)],
    });
    expect(troubles(await serverFindings(1))).toMatchObject({
      server: ['note', expect.stringMatching(/scrap serve/)],
    });
  });
});

describe('the public address', () => {
  test('is reached through the proxy with a POST', async () => {
    const behind = { host: '127.0.0.1', port: 0 };
    const proxy = await startTailscaleProxy(behind);
    onTestFinished(async () => void (await proxy.stop()));
    const publicUrl = `http://127.0.0.1:${proxy.place.port}`;
    behind.port = await served(publicUrl);
    expect(await publicFinding(publicUrl)).toMatchObject({ state: 'ok' });
    // a server that was not told of the address
    behind.port = await served();
    expect(await publicFinding(publicUrl)).toMatchObject({
      state: 'wrong',
      mend: expect.stringContaining('SCRAP_PUBLIC_URL') as string,
    });
  });

  test.each([
    [404, '{}', 'Something else'],
    [502, '', 'tailscale serve'],
    [200, '{"hello":1}', 'tailscale serve status'],
    [200, 'no json', 'tailscale serve status'],
  ])('what answers %i %s is not scrap', async (status, body, mend) => {
    const port = await otherProgram(status, body);
    const found = await publicFinding(`http://127.0.0.1:${port}`);
    expect(found).toMatchObject({ state: 'wrong' });
    expect(found.mend).toContain(mend);
  });

  test('nobody answers, or there is none', async () => {
    expect(await publicFinding('http://127.0.0.1:1')).toMatchObject({ state: 'wrong' });
    expect(await publicFinding(undefined)).toMatchObject({ state: 'note', mend: 'scrap up' });
  });
});

const RUNNING = '{"BackendState":"Running","Self":{"DNSName":"box.tail1.ts.net."}}';
const HOST = 'box.tail1.ts.net:443';
const SERVE = `{"TCP":{"443":{"HTTPS":true}},"Web":{"${HOST}":{"Handlers":{"/":{"Proxy":"http://127.0.0.1:7272"}}}}`;
const URL_HERE = 'https://box.tail1.ts.net';

describe('Tailscale', () => {
  test.each([
    ['not connected', '{"BackendState":"Stopped"}', '', undefined, { tailscale: 'note' }],
    ['not connected', '{"BackendState":"NeedsLogin"}', '', URL_HERE, { tailscale: 'wrong' }],
    ['nothing passed on', RUNNING, '{}', undefined, { serve: 'note' }],
    ['nothing passed on', RUNNING, '{}', URL_HERE, { serve: 'wrong' }],
    ['another port', RUNNING, `${SERVE.replace('7272', '80')}}`, URL_HERE, { serve: 'wrong' }],
    ['all right', RUNNING, `${SERVE}}`, URL_HERE, {}],
    ['a slash behind it', RUNNING, `${SERVE}}`, `${URL_HERE}/`, {}],
    ['another name', RUNNING, `${SERVE}}`, 'https://old.tail1.ts.net', { serve: 'wrong' }],
    ['no public URL', RUNNING, `${SERVE}}`, undefined, { serve: 'wrong' }],
    ['Funnel', RUNNING, `${SERVE},"AllowFunnel":{"${HOST}":true}}`, URL_HERE, { funnel: 'wrong' }],
    ['another', RUNNING, `${SERVE},"AllowFunnel":{"x.ts.net:443":true}}`, URL_HERE, {}],
    ['while open', RUNNING, `{"Foreground":{"a":${SERVE}}}}`, URL_HERE, {}],
    ['no JSON', 'oh', 'no', undefined, { tailscale: 'note' }],
    [
      'odd JSON',
      '[1]',
      '{"Web":{"x":{"Handlers":[{"Proxy":3}]}}}',
      undefined,
      { tailscale: 'note' },
    ],
  ])('%s', (_, status, serve, publicUrl, states) => {
    const found = troubles(tailnetFindings(readTailscale(status, serve), 7272, publicUrl));
    const found1 = Object.entries(found).map(([check, [state]]) => [check, state]);
    expect(Object.fromEntries(found1)).toEqual(states);
  });

  test('not installed matters where the public URL is on a tailnet', () => {
    expect(troubles(tailnetFindings(undefined, 7272, undefined))).toMatchObject({
      tailscale: ['note', expect.stringMatching(/tailscale\.com/)],
    });
    expect(troubles(tailnetFindings(undefined, 7272, URL_HERE))).toMatchObject({
      tailscale: ['wrong', expect.stringMatching(/tailscale\.com/)],
    });
  });
});

describe('scrap doctor', () => {
  test('ends with 1 when something is wrong, and says what mends it', async () => {
    const [store, bin] = [temporaryStore(), temporaryDirectory()];
    await scrap(['add', 'hello'], { store });
    const tailscale = `#!/bin/sh\n[ "$1" = status ] && echo '${RUNNING}' || echo '${SERVE},"AllowFunnel":{"${HOST}":true}}'\n`;
    writeFileSync(join(bin, 'tailscale'), tailscale, { mode: 0o755 });
    const env = { PATH: `${bin}:${process.env['PATH']}`, SCRAP_PORT: '7272', EDITOR: 'sh' };
    const ran = await scrap(['doctor', '--json'], { store, env });
    const findings = ran.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Finding);
    expect(ran.status).toBe(1);
    expect(findings.find(({ check }) => check === 'funnel')).toEqual({
      check: 'funnel',
      state: 'wrong',
      says: `${URL_HERE} is open to the whole internet`,
      mend: 'tailscale funnel reset',
    });
    const shown = await scrap(['doctor'], { store, env: { ...env, SCRAP_FORCE_TTY: '1' } });
    expect(shown.stdout).toContain('→ tailscale funnel reset');
  });

  test('settings that cannot be used, an editor that is not there, skills of another version', async () => {
    const home = temporaryDirectory();
    mkdirSync(join(home, 'scrap'));
    writeFileSync(join(home, 'scrap', 'config.toml'), 'prot = 1\n');
    const skill = join(home, '.claude', 'skills', 'sc-find', 'SKILL.md');
    mkdirSync(dirname(skill), { recursive: true });
    const ours = join(import.meta.dirname, '../../plugin/skills/sc-find/SKILL.md');
    copyFileSync(ours, skill);
    const run = async (env: Record<string, string>) => {
      const { stdout, status } = await scrap(['doctor'], {
        store: temporaryStore(),
        cwd: home,
        env: { XDG_CONFIG_HOME: home, SHELL: '/bin/bash', ...env },
      });
      const lines = stdout
        .trim()
        .split('\n')
        .map((line) => line.split('\t'));
      return { status, found: Object.fromEntries(lines.map(([check, ...rest]) => [check, rest])) };
    };
    const one = await run({ EDITOR: 'no-such-editor -w' });
    expect(one.status).toBe(1);
    expect(one.found['settings']?.[1]).toContain('config.toml:1: "prot" is no setting');
    expect(one.found['editor']).toEqual([
      'wrong',
      'no-such-editor is not there',
      expect.any(String),
    ]);
    expect(one.found['skills']?.[0]).toBe('ok');
    expect(one.found['completion']?.[0]).toBe('note');

    writeFileSync(join(home, 'scrap', 'config.toml'), 'port = = 1\n');
    writeFileSync(skill, 'another version');
    const two = await run({ EDITOR: 'sh' });
    expect(two.status).toBe(1);
    expect(Object.keys(two.found)).toEqual(['program', 'settings']);
    expect(two.found['settings']?.[2]).toContain('config.toml:1: ');
    writeFileSync(join(home, 'scrap', 'config.toml'), '');
    const three = await run({
      EDITOR: 'sh',
      ANTHROPIC_API_KEY: 'sk-canary',
      SCRAP_BUDGET_USD: '0',
    });
    expect(three.status).toBe(0);
    expect(three.found['skills']?.[2]).toContain('scrap skills install --claude --force');
    expect(three.found['budget']).toEqual(['note', expect.any(String), expect.any(String)]);
    expect(JSON.stringify(three.found)).not.toContain('canary');
  });
});
