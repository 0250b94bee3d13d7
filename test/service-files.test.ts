import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';

import { launchAgent, systemdUnit } from '../src/commands/service/files.ts';
import { program } from './kit/debian.ts';

const PARTS = {
  node: '/home/ann/.nvm/versions/node/v22.1.0/bin/node',
  program: '/home/ann/my tools/scrap/bin/scrap.cjs',
  environment: {
    SCRAP_PUBLIC_URL: 'https://box.tail1.ts.net',
    SCRAP_EDITOR: 'a "b" 100% $HOME \\',
  },
};

describe('the unit of systemd', () => {
  test('names Node and the program, and starts again after a failure', () => {
    expect(systemdUnit(PARTS).split('\n')).toEqual(
      expect.arrayContaining([
        'ExecStart="/home/ann/.nvm/versions/node/v22.1.0/bin/node" "/home/ann/my tools/scrap/bin/scrap.cjs" serve',
        'Environment="SCRAP_PUBLIC_URL=https://box.tail1.ts.net"',
        String.raw`Environment="SCRAP_EDITOR=a \"b\" 100%% $HOME \\"`,
        'Restart=on-failure',
        'WantedBy=default.target',
      ]),
    );
  });

  test('a dollar in a path is no variable', () => {
    expect(systemdUnit({ ...PARTS, program: '/a$b/scrap.cjs' })).toContain('"/a$$b/scrap.cjs"');
  });

  test('is one that systemd takes', () => {
    const directory = mkdtempSync(join(tmpdir(), 'scrap-test-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const file = join(directory, 'scrap.service');
    const parts = { ...PARTS, node: process.execPath };
    writeFileSync(file, systemdUnit(parts));
    const analyze = program('systemd-analyze', 'systemd');
    const verify = () =>
      spawnSync(analyze, ['verify', '--man=no', file], { encoding: 'utf8' }).stderr;
    expect(verify()).not.toContain('scrap.service');
    writeFileSync(file, systemdUnit(parts).replace('UMask=0077', 'UMask=none'));
    expect(verify()).toContain('scrap.service');
  });
});

describe('the agent of launchd', () => {
  test('names Node, the program, the log and the settings', () => {
    const text = launchAgent({ ...PARTS, program: '/a & b/<scrap>.cjs' }, '/var/log/scrap.log');
    expect(text).toContain('<string>/a &amp; b/&lt;scrap&gt;.cjs</string>');
    expect(text).toContain(
      '<key>SCRAP_PUBLIC_URL</key>\n    <string>https://box.tail1.ts.net</string>',
    );
    expect(text.match(/<string>\/var\/log\/scrap\.log<\/string>/g)).toHaveLength(2);
    expect(count(text, '<dict>')).toBe(count(text, '</dict>'));
    expect(count(text, '<string>')).toBe(count(text, '</string>'));
  });
});

test('whatever a setting holds, it is one setting of the service', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      const parts = { ...PARTS, environment: { SCRAP_OWNER: value } };
      if (/[\u0000-\u001F\u007F]/.test(value)) {
        expect(() => systemdUnit(parts)).toThrow('control characters');
        expect(() => launchAgent(parts, '/log')).toThrow('control characters');
        return;
      }
      const plain = { ...PARTS, environment: { SCRAP_OWNER: 'x' } };
      expect(systemdUnit(parts).split('\n')).toHaveLength(systemdUnit(plain).split('\n').length);
      expect(count(launchAgent(parts, '/log'), '<')).toBe(count(launchAgent(plain, '/log'), '<'));
    }),
  );
});

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
