import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { parseLine } from '../../src/commands/line.ts';
import { commandTable } from '../../src/commands/table.ts';
import { allOperations, nameAt } from '../../src/store/index.ts';
import { scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';

const ROOT = join(import.meta.dirname, '../..');
const SKILLS = join(ROOT, 'plugin/skills');
const names = readdirSync(SKILLS);
const textOf = (name: string) => readFileSync(join(SKILLS, name, 'SKILL.md'), 'utf8');
const json = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** The lines of `scrap` in a text of Markdown: in its blocks of code, and in a paragraph. */
function linesIn(markdown: string): string[] {
  const inBlocks = [...markdown.matchAll(/^ *(?:```sh\n[^`]*```)|^ {4}scrap .*$/gm)]
    .flatMap(([block]) => block.split('\n'))
    .map((line) => line.trim());
  const within = [...markdown.matchAll(/`(scrap [^`\n]+)`/g)].map(([, line = '']) => line);
  return [...inBlocks, ...within].filter((line) => line.startsWith('scrap '));
}

/** The words of a line, as a shell makes them. */
function wordsOf(line: string): string[] {
  const words = line.replace(/ +#.*$/, '').matchAll(/"([^"]*)"|(\S+)/g);
  return [...words].map(([, inQuotes, bare]) => inQuotes ?? bare ?? '').slice(1);
}

describe('what the skills say', () => {
  const documents = names.map((name): [string, string] => [name, textOf(name)]);
  const all: [string, string][] = [
    ...documents,
    ['docs/connect.md', readFileSync(join(ROOT, 'docs/connect.md'), 'utf8')],
  ];

  test.each(all)('%s: the program knows every line', async (_name, markdown) => {
    const table = await commandTable();
    const lines = linesIn(markdown);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) {
      const argv = wordsOf(line);
      const row = table.find(({ name }) => name === argv[0]);
      expect(row, line).toBeDefined();
      if (row !== undefined) expect(parseLine(row, argv).help, line).toBe(false);
    }
  });

  test('a line that the program does not know would be seen', async () => {
    const [line] = linesIn('```sh\nscrap search x --tga y\n```');
    const row = (await commandTable()).find(({ name }) => name === 'search');
    if (row === undefined || line === undefined) throw new Error('there is no such command');
    expect(() => parseLine(row, wordsOf(line))).toThrow('--tga');
  });

  test('an agent may do all of it', async () => {
    const store = temporaryStore();
    await scrap(['add', 'The oven beeps.', '--title', 'Oven manual', '--tag', 'kitchen'], {
      store,
    });
    for (const [, text] of documents) {
      const block = /```sh\n([^`]*)```/.exec(text)?.[1] ?? '';
      for (const line of block.trim().split('\n')) {
        const { status, stderr } = await scrap(wordsOf(line), { store });
        expect([line, status, stderr]).toEqual([line, 0, '']);
      }
    }
    const written = await scrap(['search', 'is:claude', '--json'], { store });
    expect(written.stdout).toContain('call-ann-about-the-roof');
    expect(written.stdout).not.toContain('oven-beeps'); // taken back by the last line
  });

  test.each(documents)('%s names only tools and arguments that there are', async (_name, text) => {
    const tools = (await allOperations()).flatMap((one) => nameAt(one, 'mcp') ?? []);
    const fields = (await allOperations()).flatMap((one) => Object.keys(one.input().shape));
    const told = [...text.matchAll(/`([a-z]+(?:_[a-z]+)*)`/g)].map(([, word = '']) => word);
    expect(told.length).toBeGreaterThan(2);
    const answered = ['url', 'next_offset'];
    expect(told.filter((word) => ![...tools, ...fields, ...answered].includes(word))).toEqual([]);
  });

  test.each(documents)('%s opens as a skill does', (name, text) => {
    expect(text).toMatch(new RegExp(`^---\nname: ${name}\ndescription: .{60,1000}\n---\n`));
  });
});

describe('the plugin', () => {
  test('is listed, and is of the version of the program', () => {
    const { plugins } = json('.claude-plugin/marketplace.json');
    const plugin = json('plugin/.claude-plugin/plugin.json');
    expect(plugins).toMatchObject([{ name: plugin.name, source: './plugin' }]);
    expect(plugin.version).toBe(json('package.json').version);
  });

  test('connects to where scrap is, by its label', () => {
    const { url } = json('plugin/.mcp.json').mcpServers.scrap;
    expect(url).toBe('${SCRAP_PUBLIC_URL:-http://127.0.0.1:7272}/mcp/claude-code');
  });

  test('is in the package', () => {
    const { files } = json('package.json');
    expect(files).toEqual(expect.arrayContaining(['plugin', '.claude-plugin']));
  });
});

describe('scrap skills', () => {
  test('lists them', async () => {
    const { stdout } = await scrap(['skills', '--json']);
    const listed = stdout.trim().split('\n');
    expect(listed.map((line) => JSON.parse(line).name)).toEqual(names.toSorted());
  });

  const install = (cwd: string, ...args: string[]) =>
    scrap(['skills', 'install', ...args], { cwd });

  test('install writes them where agents look, and again changes nothing', async () => {
    const cwd = temporaryDirectory();
    for (let times = 0; times < 2; times++) {
      const { status, stdout } = await install(cwd, '--claude', '--agents');
      expect(status).toBe(0);
      expect(stdout.trim().split('\n')).toHaveLength(2 * names.length);
    }
    for (const folder of ['.claude', '.agents']) {
      for (const name of names) {
        const file = join(cwd, folder, 'skills', name, 'SKILL.md');
        expect(readFileSync(file, 'utf8')).toBe(textOf(name));
      }
    }
  });

  test('a skill that was changed there is left alone unless --force', async () => {
    const cwd = temporaryDirectory();
    await install(cwd, '--claude');
    const file = join(cwd, '.claude/skills/sc-find/SKILL.md');
    writeFileSync(file, 'mine');
    const refused = await install(cwd, '--claude', '--agents');
    expect([refused.status, readFileSync(file, 'utf8')]).toEqual([4, 'mine']);
    expect(existsSync(join(cwd, '.agents'))).toBe(false);
    expect((await install(cwd, '--force')).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(textOf('sc-find'));
  });

  test('without a folder and without a flag it asks where', async () => {
    const cwd = temporaryDirectory();
    const { status, stderr } = await install(cwd);
    expect([status, stderr]).toEqual([2, expect.stringContaining('--claude')]);
    expect((await scrap(['skills', 'instal'])).status).toBe(2);
  });
});
