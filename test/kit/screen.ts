import { renderToString } from 'ink';
import { createElement } from 'react';

import { characters } from '../../src/commands/ui/cells.ts';
import type { Effect, Event } from '../../src/commands/ui/effect.ts';
import { Screen } from '../../src/commands/ui/screen.tsx';
import { begin, type State, type Tab } from '../../src/commands/ui/state.ts';
import { askList } from '../../src/commands/ui/step.ts';
import { update } from '../../src/commands/ui/update.ts';
import { world } from '../../src/commands/ui/world.ts';
import { ScrapError, type Store } from '../../src/store/index.ts';
import { doing } from './pages.ts';

/** A screen over a real store, without a terminal: keys go in, rows come out. */
export interface Played {
  /** Presses keys by their names, and waits until all that they asked for is done. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Types a text, character by character. */
  readonly type: (text: string) => Promise<void>;
  readonly tell: (event: Event) => void;
  readonly settle: () => Promise<void>;
  readonly state: () => State;
  /** What is on the screen, row by row, without blanks at their ends. */
  readonly rows: () => string[];
  /** Every effect so far. */
  readonly effects: readonly Effect[];
  /** Every operation that was performed so far. */
  readonly performed: readonly string[];
  readonly copied: readonly string[];
  readonly left: () => number | undefined;
}

/** Opens the screen on a store. `edit` is what the editor leaves of a text. */
export async function played(
  store: Store,
  how: {
    readonly columns?: number;
    readonly rows?: number;
    readonly tab?: Tab;
    readonly query?: string;
    readonly now?: Date;
    readonly edit?: (text: string) => string;
  } = {},
): Promise<Played> {
  const { columns = 80, rows = 24, tab = 'pages', now = new Date('2026-12-01T12:00:00Z') } = how;
  const today = now.toISOString().slice(0, 10);
  const effects: Effect[] = [];
  const performed: string[] = [];
  const copied: string[] = [];
  let [pending, status] = [0, undefined as number | undefined];
  let state = begin({ columns, rows, now, today, tab, query: how.query ?? '' });
  let crash: unknown;

  const perform = async <Answer>(name: Parameters<typeof doing>[1], input: object) => {
    performed.push(name);
    pending += 1;
    try {
      return await doing<Answer>(store, name, input);
    } finally {
      pending -= 1;
    }
  };
  const run = world(
    {
      perform,
      explain: (error) => (error instanceof ScrapError ? error.message : undefined),
      async edit(page) {
        const read = await perform<{ text: string; revision: number }>('read', { page });
        const text = how.edit?.(read.text) ?? read.text;
        if (text === read.text) return undefined;
        return perform('edit', { page, text, revision: read.revision });
      },
      openUrl: () => Promise.resolve(false),
      today: () => today,
    },
    {
      quit: (with_) => (status = with_),
      suspend: () => Promise.resolve(),
      redraw: () => {},
      aside: (what) => what(),
      copy: (text) => copied.push(text),
      crash: (error) => (crash = error),
    },
    tell,
  );
  function tell(event: Event): void {
    const [next, asked] = update(state, event);
    state = next;
    effects.push(...asked);
    asked.forEach(run);
  }
  async function settle(): Promise<void> {
    let quiet = 0;
    while (quiet < 3) {
      await new Promise((resolve) => setImmediate(resolve));
      quiet = pending === 0 ? quiet + 1 : 0;
    }
    if (crash !== undefined) throw crash;
  }
  async function press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      tell({ is: 'pressed', pressed: { key } });
      await settle();
    }
  }
  run(askList(state));
  await settle();
  return {
    press,
    type: (text) => press(...characters(text)),
    tell,
    settle,
    state: () => state,
    rows: () => rowsOf(state),
    effects,
    performed,
    copied,
    left: () => status,
  };
}

/** What ink draws of a state. */
export function rowsOf(state: State): string[] {
  const { columns } = state;
  return renderToString(createElement(Screen, { state }), { columns })
    .split('\n')
    .map((row) => row.trimEnd());
}
