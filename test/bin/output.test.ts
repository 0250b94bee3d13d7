import { expect, test } from 'vitest';

import { widthOf } from '../../src/commands/width.ts';
import { scrap, temporaryStore } from '../kit/scrap.ts';

const TERMINAL = { SCRAP_FORCE_TTY: '1', COLUMNS: '60', NO_COLOR: '1' };

async function filled() {
  const store = temporaryStore();
  await scrap(['add', '# Oven\n\nSee **the** [manual](https://e.org/m) #kitchen', '--key', 'a'], {
    store,
  });
  await scrap(['add', 'Buy milk', '--due', '2026-12-24', '--tag', 'shop', '--key', 'b'], { store });
  return store;
}

test.each([
  [['recent', '--format', '{{slug}}\\t{{title}}\\n'], 'buy-milk\tBuy milk\n\noven\tOven\n\n'],
  [['search', 'oven', '--format', '{{ title }}: {{tags}}, {{due}}'], 'Oven: kitchen, \n'],
  [['recent', '--format', 'a\\\\n{{slug}}'], 'a\\nbuy-milk\na\\noven\n'],
  [['recent', '-0'], 'buy-milk\0oven\0'],
  [['recent', '-0', '--format', '{{title}}'], 'Buy milk\0Oven\0'],
  [['recent', '--null', '--field', 'slug,kind'], 'buy-milk\ttodo\0oven\tnote\0'],
  [['tags', '-0'], 'kitchen\0shop\0'],
  [['changes', '-0'], '2\x001\0'],
  [['todos', '--format', '{{slug}} {{due}}'], 'buy-milk 2026-12-24\n'],
])('scrap %j prints what it says', async (args, expected) => {
  const { stdout, status } = await scrap(args, { store: await filled() });
  expect({ stdout, status }).toEqual({ stdout: expected, status: 0 });
});

test.each([
  [['recent', '--format', '{{slgu}}'], /"slgu".*"slug"/],
  [['recent', '--format', 'slug'], /names no field/],
  [['recent', '--format', '{{slug}}', '--field', 'title'], /not both/],
])('scrap %j is refused with what was meant', async (args, message) => {
  const { stderr, stdout, status } = await scrap(args, { store: await filled() });
  expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
  expect(stderr).toMatch(message);
});

test('a page is laid out on a terminal, and as it is in a pipe or when asked for', async () => {
  const store = await filled();
  const pipe = await scrap(['read', 'oven'], { store });
  expect(pipe.stdout).toContain('# Oven\n\nSee **the** [manual](https://e.org/m)');
  const screen = await scrap(['read', 'oven'], { store, env: TERMINAL });
  expect(screen.stdout).toContain('See the manual (https://e.org/m) #kitchen');
  expect(screen.stdout).not.toContain('\u001B');
  const raw = await scrap(['read', 'oven', '--raw'], { store, env: TERMINAL });
  expect(raw.stdout).toContain('See **the** [manual]');
});

test('scrap open says where a page is when there is no browser', async () => {
  const store = await filled();
  const { stdout, status } = await scrap(['open', 'oven'], { store });
  expect({ stdout, status }).toEqual({ stdout: 'http://127.0.0.1:7272/p/oven\n', status: 0 });
  expect((await scrap(['open', 'ovne'], { store })).status).toBe(3);
});

test.each([80, 40])('no row is wider than a terminal of %i columns', async (columns) => {
  const store = temporaryStore();
  const words = 'call Ann about the plans of the garden and the weir due:2030-01-04 p1 +home #tel';
  await scrap(['todo', words], { store });
  for (const command of ['recent', 'todos', 'changes']) {
    const env = { ...TERMINAL, COLUMNS: String(columns) };
    const rows = (await scrap([command], { store, env })).stdout.split('\n');
    expect(rows.join('\n'), command).toContain('call');
    expect(
      rows.filter((row) => widthOf(row) > columns),
      command,
    ).toEqual([]);
  }
});
