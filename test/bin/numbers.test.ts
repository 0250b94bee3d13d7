import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';

/** A terminal that shows a list, and remembers it. */
async function listing(...list: readonly string[]) {
  const [store, state] = [temporaryStore(), temporaryDirectory()];
  const env = { SCRAP_FORCE_TTY: '1', NO_COLOR: '1', XDG_STATE_HOME: state, SCRAP_TZ: 'UTC' };
  const type = (...args: readonly string[]) => scrap(args, { store, env });
  const packing = '# Packing\n\n- [ ] socks 🔁 every week 📅 2030-01-04\n- [ ] hat 📅 2030-01-05\n';
  await scrap(['add'], { store, input: packing });
  await scrap(['add', 'Call Ann', '--due', '2030-01-01'], { store });
  await type(...list);
  return {
    store,
    type,
    /** Makes the list so many minutes older. */
    age: (minutes: number) => {
      const folder = join(state, 'scrap');
      const file = join(folder, readdirSync(folder).find((name) => name.startsWith('list-')) ?? '');
      const kept = JSON.parse(readFileSync(file, 'utf8')) as { at: number };
      writeFileSync(file, JSON.stringify({ ...kept, at: kept.at - minutes * 60_000 }));
      return file;
    },
  };
}

describe('a number of the last list', () => {
  test.each([
    [
      ['recent'],
      ['Call Ann', 'Packing'],
      [
        ['read', '1'],
        ['links', '2'],
        ['revisions', '1'],
        ['edit-meta', '1', '--priority', '1'],
        ['trash', '2'],
      ],
    ],
    [
      ['todos'],
      ['Call Ann', '', 'hat 📅 2030-01-05'],
      [
        ['read', '3'],
        ['done', '3'],
        ['reopen', '1'],
      ],
    ],
  ])('of %j says its title', async (list, titles, lines) => {
    const { type } = await listing(...list);
    for (const args of lines) {
      const { status, stderr } = await type(...args);
      const said = `${args[1]}: ${titles[Number(args[1]) - 1]}\n`;
      expect([status, stderr]).toEqual([0, expect.stringContaining(said)]);
    }
  });

  test('stands for the same text also after an earlier tick put a line above it', async () => {
    const { store, type } = await listing('todos');
    expect(await type('done', '2')).toMatchObject({ status: 0 });
    expect(await type('done', '3')).toMatchObject({ status: 0 });
    expect((await scrap(['read', 'packing'], { store })).stdout).toBe(
      '# Packing\n\n- [x] socks 🔁 every week 📅 2030-01-04\n- [ ] socks 🔁 every week 📅 2030-01-11\n- [x] hat 📅 2030-01-05\n',
    );
  });

  test('that is a line of a page is no page for what is done to whole pages', async () => {
    const { type } = await listing('todos');
    for (const args of [
      ['trash', '3'],
      ['edit-meta', '3', '--due', 'none'],
      ['purge', '3', '--yes'],
    ]) {
      const { status, stderr } = await type(...args);
      expect([status, stderr]).toEqual([2, expect.stringContaining('line 4 of packing')]);
    }
  });

  test('is refused where the list is older than an hour, shorter or unreadable', async () => {
    const { store, type, age } = await listing('recent');
    expect((await type('read', '9')).stderr).toContain('The last list had 2 entries, no 9.');
    age(59);
    expect(await type('read', '1')).toMatchObject({ status: 0 });
    const file = age(2);
    const stale = { status: 2, stderr: expect.stringContaining('List again') };
    expect(await type('trash', '1')).toMatchObject(stale);
    // with no terminal it is a name like any other
    expect(await scrap(['trash', '1'], { store })).toMatchObject({ status: 3 });
    for (const odd of ['', '{"at":1e99,"list":{}}']) {
      writeFileSync(file, odd);
      expect(await type('trash', '1')).toMatchObject(stale);
    }
  });
});
