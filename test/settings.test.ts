import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, onTestFinished, test } from 'vitest';

import { readConfigFile } from '../src/commands/settings/config-file.ts';
import { editConfig } from '../src/commands/settings/edit-config.ts';
import { ALL_SETTINGS, SETTINGS, type Setting } from '../src/commands/settings/table.ts';

function configFile(text?: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'scrap-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'config.toml');
  if (text !== undefined) writeFileSync(file, text, { mode: 0o600 });
  return file;
}

describe('config.toml', () => {
  test('is not needed', async () => {
    expect(await readConfigFile(configFile())).toBeUndefined();
  });

  test('texts and numbers are values', async () => {
    const read = await readConfigFile(configFile('tz = "UTC"\nport = 8000\nbudget_usd = 2.5\n'));
    expect(Object.fromEntries(read?.values ?? [])).toEqual({
      tz: 'UTC',
      port: '8000',
      budget_usd: '2.5',
    });
    expect(read?.warnings).toEqual([]);
  });

  test.each([
    ['# mine\n\nprot = 1\n', 3, '"prot" is no setting. Did you mean port?'],
    ['public-url = "x"\n', 1, '"public-url" is no setting. Did you mean public_url?'],
    ['[budget_us]\nx = 1\n', 1, '"budget_us" is no setting. Did you mean budget_usd?'],
    ['tz = "UTC"\nsomething = 1\n', 2, '"something" is no setting. See: scrap config'],
    ['author = "claude"\n', 1, '"author" is no setting. See: scrap config'],
    ['__proto__ = "x"\n', 1, '"__proto__" is no setting. See: scrap config'],
  ])('%j: what is no setting is named with its line', async (text, line, says) => {
    const file = configFile(text);
    expect((await readConfigFile(file))?.warnings).toEqual([`${file}:${line}: ${says}`]);
  });

  test.each([
    ['tz = "UTC"\nport = [1]\n', 2],
    ['tz = true\n', 1],
    ['tz = "UTC"\n\nport = = 1\n', 3],
    ['tz = "UTC\n', 1],
  ])('%j is refused with its line', async (text, line) => {
    const file = configFile(text);
    await expect(readConfigFile(file)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(`${file}:${line}: `) as string,
    });
  });

  test('a file too large to be one, and a folder, are refused', async () => {
    const large = configFile('#'.repeat(65 * 1024));
    await expect(readConfigFile(large)).rejects.toMatchObject({ code: 'invalid' });
    await expect(readConfigFile(tmpdir())).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('a change of config.toml', () => {
  test.each([
    ['', 'tz = "UTC"\n'],
    ['# mine\r\nport = 1\r\n', '# mine\r\nport = 1\ntz = "UTC"\n'],
    ['tz = "Asia/Tokyo" # home\nport = 1', 'tz = "UTC"\nport = 1\n'],
    ['port = 1\n\n[other]\ntz = "x"\n', 'port = 1\n\ntz = "UTC"\n[other]\ntz = "x"\n'],
  ])('%j: sets one line', async (before, after) => {
    const file = configFile(before);
    await editConfig(file, 'tz', 'UTC');
    expect(readFileSync(file, 'utf8')).toBe(after);
  });

  test('takes the line out, and makes the file where there is none', async () => {
    const file = configFile();
    await editConfig(file, 'tz', 'UTC');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await editConfig(file, 'port', '1');
    await editConfig(file, 'tz', undefined);
    expect(readFileSync(file, 'utf8')).toBe('port = "1"\n');
  });

  test('is refused where more than its line would change', async () => {
    const text = 'tz = """\nport = 2\n"""\n';
    const file = configFile(text);
    await expect(editConfig(file, 'tz', 'UTC')).rejects.toMatchObject({ code: 'invalid' });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('a file that is a link stays one', async () => {
    const file = configFile('port = 1\n');
    const link = `${file}.link`;
    symlinkSync(file, link);
    await editConfig(link, 'tz', 'UTC');
    expect(readFileSync(file, 'utf8')).toBe('port = 1\ntz = "UTC"\n');
    expect(readFileSync(link, 'utf8')).toContain('tz');
  });

  test('whatever the value, it is read back, and the rest is as it was', async () => {
    const file = configFile();
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }).filter((value) => !/[\x00-\x1f\x7f]/.test(value)),
        async (value) => {
          writeFileSync(file, '# mine\nport = 1\n');
          await editConfig(file, 'editor', value);
          const text = readFileSync(file, 'utf8');
          expect(parse(text)).toEqual({ port: 1, editor: value });
          expect(text.startsWith('# mine\nport = 1\n')).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('the table of settings', () => {
  test.each([
    ['port', '7272', true],
    ['port', '0', true],
    ['port', '99999', false],
    ['port', '1e3', false],
    ['mcp', 'read', true],
    ['mcp', 'all', false],
    ['tz', 'Europe/Berlin', true],
    ['tz', 'Mars/Olympus', false],
    ['budget_usd', '0', true],
    ['budget_usd', '2.50', true],
    ['budget_usd', '-1', false],
    ['budget_usd', 'Infinity', false],
    ['url', 'https://box.tailnet.ts.net', true],
    ['url', 'box.tailnet.ts.net', false],
    ['anthropic_base_url', 'https://gateway.example/anthropic', true],
    ['anthropic_base_url', 'http://127.0.0.1:8080', true],
    ['anthropic_base_url', 'http://gateway.example', false],
    ['anthropic_base_url', 'file:///etc/hosts', false],
    ['author', 'somebody', false],
  ] as const)('%s = %s', (name, value, right) => {
    const { wrong }: Setting = SETTINGS[name];
    expect(wrong?.(value) === undefined).toBe(right);
  });

  test('a secret has no default that would be shown', () => {
    const secrets = ALL_SETTINGS.filter(([, { secret }]) => secret === true);
    expect(secrets.length).toBeGreaterThan(0);
    expect(secrets.every(([, { usual }]) => usual === undefined)).toBe(true);
  });
});
