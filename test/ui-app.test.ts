import { render } from 'ink-testing-library';
import { createElement } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';

import { App } from '../src/commands/ui/app.tsx';
import type { Effect, Event } from '../src/commands/ui/effect.ts';
import type { Host } from '../src/commands/ui/host.ts';
import { begin } from '../src/commands/ui/state.ts';
import { update } from '../src/commands/ui/update.ts';
import { world } from '../src/commands/ui/world.ts';
import { NOW } from './kit/screen-store.ts';

/** The App in a terminal of 100 columns, as ink-testing-library's are; effects are noted only. */
function opened() {
  let state = begin({ columns: 100, rows: 24, now: NOW, today: '2026-12-01', tab: 'pages' });
  const effects: Effect[] = [];
  const tree = () =>
    createElement(App, {
      state,
      isColoured: false,
      press(pressed) {
        const [next, asked] = update(state, { is: 'pressed', pressed });
        state = next;
        effects.push(...asked);
        drawn.rerender(tree());
      },
    });
  const drawn: ReturnType<typeof render> = render(tree());
  onTestFinished(() => drawn.unmount());
  const rows = () => (drawn.lastFrame() ?? '').split('\n').map((row) => row.trimEnd());
  return { ...drawn, rows, effects };
}

/** The keyboard is listened to once the first frame is there; a lone Esc is waited upon. */
const typed = async ({ stdin }: ReturnType<typeof opened>, ...chunks: string[]) => {
  for (const chunk of chunks) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    stdin.write(chunk);
  }
  await new Promise((resolve) => setTimeout(resolve, 0));
};

test('what is typed stands on the line above the list', async () => {
  const app = opened();
  await typed(app, 'ov', 'e', 'n', '\u007F');
  expect(app.rows()[1]).toBe('/ ove');
  expect(app.effects.at(-1)).toMatchObject({ does: 'list', query: 'ove' });
});

test('arrows are keys, and Esc is heard although it begins them', async () => {
  const app = opened();
  await typed(app, '\u001B[B');
  expect(app.rows().at(-1)).toContain('q quit');
  await typed(app, '/', 'x', '\u001B');
  await vi.waitFor(() => expect(app.rows().at(-1)).toContain('q quit'));
  expect(app.rows()[1]).toBe('/ x');
});

test('a paste is one text, even with line ends and keys in it', async () => {
  const app = opened();
  await typed(app, '\u001B[200~two\rlines\u0003\u001B[201~');
  expect(app.rows()[1]).toBe('/ two lines');
  expect(app.effects.every(({ does }) => does === 'list')).toBe(true);
});

test('Ctrl-C asks to leave with the status of an interrupt', async () => {
  const app = opened();
  await typed(app, '\u0003');
  expect(app.effects).toEqual([{ does: 'quit', status: 130 }]);
});

/** A world whose operations the test answers, with what it was told. */
function worldOf(perform: Host['perform']) {
  const told: Event[] = [];
  const crashes: unknown[] = [];
  const unused = () => {
    throw new Error('not in this test');
  };
  const run = world(
    {
      perform,
      explain: (error) => (error instanceof RangeError ? error.message : undefined),
      edit: unused,
      openUrl: unused,
      today: () => '2026-12-01',
    },
    {
      quit: unused,
      suspend: unused,
      redraw: unused,
      aside: unused,
      copy: unused,
      crash: (error) => crashes.push(error),
    },
    (event) => told.push(event),
  );
  return { run, told, crashes };
}

test('while a search takes its time, only the last one typed waits', async () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const { run, told } = worldOf(async <Answer>(_: string, input: object) => {
    asked.push('query' in input ? String(input.query) : '');
    await new Promise<void>((resolve) => answers.push(resolve));
    return { pages: [], total: 0 } as Answer;
  });
  const search = (query: string) => run({ does: 'list', tab: 'pages', query, limit: 50 });
  search('o');
  await vi.waitFor(() => expect(asked).toEqual(['o']));
  for (const query of ['ov', 'ove', 'oven']) search(query);
  answers[0]?.();
  await vi.waitFor(() => expect(asked).toEqual(['o', 'oven']));
  answers[1]?.();
  await vi.waitFor(() => expect(told).toHaveLength(2));
});

test('an error that scrap raised is a message; any other ends the screen', async () => {
  const errors: Error[] = [new RangeError('say it otherwise'), new TypeError('a bug')];
  const { run, told, crashes } = worldOf(() => Promise.reject(errors.shift() ?? new Error()));
  const effect: Effect = { does: 'read', slug: 'x' };
  run(effect);
  await vi.waitFor(() =>
    expect(told).toEqual([{ is: 'failed', text: 'say it otherwise', of: effect }]),
  );
  run(effect);
  await vi.waitFor(() => expect(crashes).toHaveLength(1));
});
