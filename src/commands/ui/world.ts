import type { Diff } from '../diff.ts';
import type { ListEnd } from '../format.ts';
import type { Revision } from '../revisions.ts';
import type { Reverted } from '../taken-back.ts';
import type { Written } from '../written.ts';
import type { Effect, Event, Wrote } from './effect.ts';
import { countOf, fetchList } from './fetch-list.ts';
import type { Host } from './host.ts';
import type { WholePage } from './state.ts';

/** So much of a page is shown, in characters; it says where the rest is. */
const SHOWN = 400_000;

/** What only the terminal itself can do. */
export interface Stage {
  readonly quit: (status: number) => void;
  readonly suspend: () => Promise<void>;
  readonly redraw: () => void;
  /** Gives the terminal to somebody else, and draws the screen again after. */
  readonly aside: <T>(what: () => Promise<T>) => Promise<T>;
  /** Into the clipboard of the terminal, also over ssh. */
  readonly copy: (text: string) => void;
  readonly crash: (error: unknown) => void;
}

type Of<Does extends Effect['does']> = Extract<Effect, { does: Does }>;

/** Does what the state asks for, and tells it what came of it. */
export function world(host: Host, stage: Stage, tell: (event: Event) => void) {
  const list = latestOnly(async (asked: Of<'list'>) => {
    const fetched = await fetchList(host, asked);
    const { tab, query, cursor } = asked;
    tell({ is: 'listed', tab, query, fetched, ...(cursor === undefined ? {} : { after: cursor }) });
  });

  async function run(effect: Effect): Promise<void> {
    switch (effect.does) {
      case 'list':
        return list(effect);
      case 'read': {
        const page = { page: effect.slug, max_chars: SHOWN };
        return tell({ is: 'read', page: await host.perform<WholePage>('read', page) });
      }
      case 'revisions':
        return tell(await revisions(host, effect));
      case 'diff': {
        const { slug, from, to } = effect;
        const between = { page: slug, from, ...(to === undefined ? {} : { to }) };
        return tell({ is: 'diff', diff: await host.perform<Diff>('diff', between) });
      }
      case 'revert':
        return tell(await revert(host, effect));
      case 'rename':
        return tell(await rename(host, effect));
      case 'url': {
        const isOpen = await host.openUrl(effect.url);
        return tell({ is: 'said', text: isOpen ? `opened ${effect.url}` : effect.url });
      }
      case 'copy':
        stage.copy(effect.text);
        return tell({ is: 'said', text: `copied ${effect.text}` });
      case 'edit': {
        const page = await stage.aside(() => host.edit(effect.slug));
        return tell(
          page === undefined ? { is: 'said', text: 'nothing changed' } : saved('edited', page),
        );
      }
      case 'mark':
        return tell(await mark(host, effect));
      case 'tags':
        return tell(await tags(host, effect));
      case 'trash':
      case 'untrash': {
        const page = await host.perform<Written>(effect.does, { page: effect.slug });
        return tell(saved(effect.does === 'trash' ? 'in the trash:' : 'out of the trash:', page));
      }
      case 'keep': {
        const { does: _, ...input } = effect;
        await host.perform('keep', input);
        tell({ is: 'said', text: 'kept' });
        return tell({ is: 'back' });
      }
      case 'quit':
        return stage.quit(effect.status);
      case 'suspend':
        await stage.suspend();
        return tell({ is: 'back' });
      case 'redraw':
        return stage.redraw();
    }
  }

  return (effect: Effect): void => {
    run(effect).catch((error: unknown) => {
      const text = host.explain(error);
      if (text === undefined) stage.crash(error);
      else tell({ is: 'failed', text, of: effect });
    });
  };
}

/**
 * Runs one at a time, and of those that wait only the last: while one search is done, the letters
 * typed meanwhile become one search. What was typed is drawn before any search begins.
 */
function latestOnly<T>(run: (one: T) => Promise<void>): (one: T) => Promise<void> {
  let waiting: T | undefined;
  let running: Promise<void> | undefined;
  async function all(): Promise<void> {
    try {
      while (waiting !== undefined) {
        await new Promise((resolve) => setImmediate(resolve));
        const one = waiting;
        waiting = undefined;
        await run(one);
      }
    } finally {
      running = undefined;
    }
  }
  return (one) => {
    waiting = one;
    if (running !== undefined) return Promise.resolve();
    running = all();
    return running;
  };
}

function wrote(fact: Wrote): Event {
  return { is: 'wrote', wrote: fact };
}

function saved(verb: string, page: Written): Event {
  return wrote({ what: `${verb} ${page.title}`, change: page.change, page });
}

async function mark(host: Host, effect: Of<'mark'>): Promise<Event> {
  const { operation, slug, line, expect, what } = effect;
  const place = line === undefined ? {} : { line, expect };
  const page = await host.perform<Written>(operation, { page: slug, ...place });
  const isDone = operation === 'done';
  return wrote({
    what: `${isDone ? 'ticked' : 'open again'}: ${what}`,
    change: page.change,
    page,
    marked: { line, status: isDone ? 'done' : 'open' },
  });
}

async function tags(host: Host, { slug, add, remove }: Of<'tags'>): Promise<Event> {
  const { pages } = await host.perform<{ pages: Written[] }>('edit_meta', {
    pages: [slug],
    ...(add.length > 0 ? { add_tags: add } : {}),
    ...(remove.length > 0 ? { remove_tags: remove } : {}),
  });
  const [page] = pages;
  return page === undefined ? { is: 'back' } : saved('tagged', page);
}

async function revisions(host: Host, { slug, cursor }: Of<'revisions'>): Promise<Event> {
  const found = await host.perform<{ revisions: Revision[] } & ListEnd>('revisions', {
    page: slug,
    ...(cursor === undefined ? {} : { cursor }),
  });
  return {
    is: 'revisions',
    slug,
    revisions: found.revisions,
    count: countOf(found, 'change'),
    ...(cursor === undefined ? {} : { after: cursor }),
    ...(found.next_cursor === undefined ? {} : { cursor: found.next_cursor }),
  };
}

async function revert(host: Host, { wanted, what, as }: Of<'revert'>): Promise<Event> {
  const dry_run = as === 'look';
  const reverted = await host.perform<Reverted>('revert', { ...wanted, dry_run });
  if (dry_run) return { is: 'would', reverted, what, wanted };
  const { change, left_count } = reverted;
  const left = left_count === 0 ? '' : `; ${left_count} left, changed since`;
  if (change === undefined) return wrote({ what: `nothing to take back of ${what}${left}` });
  const isUndo = as === 'undo';
  return wrote({
    what: `${isUndo ? 'undone' : 'taken back'}: ${what}${left}`,
    change,
    wide: true,
    isUndo,
  });
}

async function rename(host: Host, { from, to, really }: Of<'rename'>): Promise<Event> {
  const renamed = await host.perform<{
    count: number;
    merges?: boolean;
    pages: string[];
    change?: number;
  }>('rename_tag', { from, to, dry_run: !really });
  const { count, merges = false, pages, change } = renamed;
  if (!really) return { is: 'would rename', from, to, count, merges, pages };
  const what = `renamed #${from} to #${to}`;
  return wrote({ what, ...(change === undefined ? {} : { change }), wide: true });
}
