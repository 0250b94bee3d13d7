import { invalid, ScrapError } from '../store/index.ts';
import type { Call, Command } from './command.ts';
import { todayOf } from './dates.ts';
import { editPage } from './edit.ts';
import { zone } from './environment.ts';
import { KeptForLater } from './kept-for-later.ts';
import { openUrl } from './open-url.ts';

export const command: Command = {
  group: 'Find and read',
  summary: 'Search, read, tick, edit and undo on one screen.',
  words: 'query',
  examples: ['scrap ui', 'scrap ui tag:home is:open', 'scrap todos -i'],
  run: (call) => openScreen(call, 'pages', call.words.join(' ')),
};

/**
 * Opens the screen on one of its lists and gives the status it was left with. Throws `invalid`
 * where there is no terminal to draw it on.
 */
export async function openScreen(
  call: Call,
  tab: 'pages' | 'todos',
  query: string,
): Promise<number> {
  if (!call.terminal.interactive || call.terminal.manner === 'json') {
    throw invalid(
      'The screen needs a terminal for its keys. In a pipe or a script: scrap search, scrap todos.',
      { reason: 'terminal' },
    );
  }
  if (isDumb()) {
    throw invalid(
      'This terminal cannot draw a screen (TERM is dumb). Without one: scrap search, scrap todos.',
      { reason: 'terminal' },
    );
  }
  // What is wrong with the store is said before the screen is there.
  await call.perform('recent', { limit: 1 });
  const { start } = await import('./ui/start.ts');
  const named = zone().zone;
  // What is said would stand on the screen below, when the editor takes its place.
  const quiet = { ...call, flags: {}, terminal: { ...call.terminal, say: () => {} } };
  return start(
    {
      perform: call.perform,
      explain: (error) =>
        error instanceof ScrapError || error instanceof KeptForLater ? error.message : undefined,
      edit: (page) => editPage(quiet, page),
      openUrl,
      today: (now) => todayOf(now, named),
    },
    { tab, query },
  );
}

/** Whether bare `scrap` opens it: there are pages, and the terminal can draw a screen. */
export async function isWorthAScreen(call: Call): Promise<boolean> {
  if (isDumb()) return false;
  try {
    const asked = { limit: 1, imported: true };
    const { pages } = await call.perform<{ pages: unknown[] }>('recent', asked);
    return pages.length > 0;
  } catch (error) {
    if (error instanceof ScrapError && error.code === 'not_found') return false;
    throw error;
  }
}

function isDumb(): boolean {
  return process.env['TERM'] === 'dumb';
}
