import type { Effect, Wanted } from './effect.ts';
import type { Act } from './keys.ts';
import { help, leave, move, nextBox, typing } from './moves.ts';
import { EMPTY, modeOf, type State } from './state.ts';
import { askAll, onTab, saying, type Step, step, withOver, withQuery } from './step.ts';
import { markedEntry, target, tickable } from './target.ts';
import { typed, typedText } from './typed.ts';

/** The state after something was asked for by its key. */
export function act(state: State, wanted: Act): Step {
  switch (wanted) {
    case 'up':
    case 'down':
    case 'page-up':
    case 'page-down':
    case 'first':
    case 'last':
      return move(state, wanted);
    case 'next-box':
      return nextBox(state, 1);
    case 'previous-box':
      return nextBox(state, -1);
    case 'open':
      return open(state);
    case 'back':
      return step(leave(state));
    case 'search':
      return step(typing(state, true));
    case 'to-list':
      return step(typing(state, false));
    case 'clear':
      return typedText(state.lists[state.tab].query) === ''
        ? step(state)
        : withQuery(state, typed(''));
    case 'pages':
    case 'todos':
    case 'review':
      return onTab(state, wanted);
    case 'tag-list':
      return onTab(state, 'tags');
    case 'reload':
      return step(state, ...askAll(state));
    case 'help':
      return step(help(state));
    case 'say':
      return said(state);
    case 'yes':
      return agreed(state);
    case 'undo':
      return undo(state);
    case 'tick':
      return tick(state);
    case 'take-back':
      return takeBack(state);
    case 'keep':
      return keep(state);
    case 'rename': {
      const entry = markedEntry(state);
      if (entry?.is !== 'tag') return step(state);
      const about = { is: 'rename', tag: entry.tag } as const;
      return step({
        ...state,
        asking: { label: `rename #${entry.tag} to`, line: typed(entry.tag), about },
      });
    }
    case 'quit':
      return step(state, { does: 'quit', status: 0 });
    case 'interrupt':
      return step(state, { does: 'quit', status: 130 });
    case 'suspend':
    case 'redraw':
      return step(state, { does: wanted });
    default:
      return onPage(state, wanted);
  }
}

/** What is done to the page on the screen, or to that of the marked row. */
function onPage(
  state: State,
  wanted: 'edit' | 'tags' | 'history' | 'trash' | 'url' | 'copy',
): Step {
  const page = target(state);
  if (page === undefined) return step(state);
  const { slug, title, url, tags, isTrashed } = page;
  switch (wanted) {
    case 'edit':
      return step(state, { does: 'edit', slug });
    case 'trash':
      return step(state, { does: isTrashed === true ? 'untrash' : 'trash', slug });
    case 'url':
      return url === undefined ? step(state) : step(state, { does: 'url', url });
    case 'copy':
      return step(state, { does: 'copy', text: slug });
    case 'history': {
      const next = withOver(state, { is: 'history', slug, title, list: EMPTY });
      return step(next, { does: 'revisions', slug });
    }
    default: {
      if (tags === undefined) return step(state);
      const line = typed(tags.map((tag) => `#${tag} `).join(''));
      return step({ ...state, asking: { label: 'tags', line, about: { is: 'tags', slug, tags } } });
    }
  }
}

function open(state: State): Step {
  const entry = markedEntry(state);
  switch (entry?.is) {
    case 'page':
      return readPage(state, entry.page.slug);
    case 'todo': {
      const { slug, line } = entry.todo;
      return readPage(state, slug, line);
    }
    case 'tag': {
      const [next, effects] = onTab(state, 'pages');
      const asked = withQuery(next, typed(`tag:${entry.tag} `));
      return effects.length > 0 ? asked : step(next);
    }
    case 'group':
      return move(state, 'down');
    case 'changed': {
      const { page, group } = entry;
      return step(state, { does: 'diff', slug: page.slug, from: group.first - 1 });
    }
    case 'revision': {
      const view = state.over.at(-1);
      const { change } = entry.revision;
      if (view?.is !== 'history') return step(state);
      return step(state, { does: 'diff', slug: view.slug, from: change - 1, to: change });
    }
    default:
      return step(state);
  }
}

function readPage(state: State, slug: string, box?: number): Step {
  const view = { is: 'page', slug, top: 0, ...(box === undefined ? {} : { box }) } as const;
  return step(withOver({ ...state, isTyping: false }, view), { does: 'read', slug });
}

function tick(state: State): Step {
  const marked = tickable(state);
  if (marked === undefined) {
    const isPage = modeOf(state) === 'page';
    return step(
      saying(
        state,
        isPage
          ? 'tab marks a box, space ticks it'
          : 'this is no todo; boxes are ticked on the page',
      ),
    );
  }
  const { isDone, ...rest } = marked;
  return step(state, { does: 'mark', operation: isDone ? 'reopen' : 'done', ...rest });
}

function undo(state: State): Step {
  const last = state.undoable.at(-1);
  if (last === undefined)
    return step(saying(state, 'nothing was changed here yet; older changes: h'));
  const next = { ...state, undoable: state.undoable.slice(0, -1) };
  const { change, what } = last;
  return step(next, { does: 'revert', wanted: { change }, what, as: 'undo' });
}

/** First only a look at what would become of each page. */
function takeBack(state: State): Step {
  const entry = markedEntry(state);
  const view = state.over.at(-1);
  if (entry?.is === 'revision' && view?.is === 'history') {
    const { change } = entry.revision;
    return step(state, look({ page: view.slug, change }, `change ${change}`));
  }
  if (entry?.is !== 'group' && entry?.is !== 'changed') return step(state);
  const { client = '', origin = '', first } = entry.group;
  const all = {
    author: 'claude',
    client,
    origin,
    since: String(first),
    upto: entry.latest,
  } as const;
  if (entry.is === 'group') return step(state, look(all, 'all that this agent did'));
  return step(state, look({ ...all, page: entry.page.slug }, 'what this agent did here'));
}

function look(wanted: Wanted, what: string): Effect {
  return { does: 'revert', wanted, what, as: 'look' };
}

function keep(state: State): Step {
  const entry = markedEntry(state);
  if (entry?.is !== 'group' && entry?.is !== 'changed') return step(state);
  const { client = '', origin = '' } = entry.group;
  return step(state, { does: 'keep', client, origin, upto: entry.latest });
}

function agreed(state: State): Step {
  const view = state.over.at(-1);
  if (view?.is !== 'sure') return step(state);
  return view.effect === undefined ? step(leave(state)) : step(leave(state), view.effect);
}

/** The line that was asked for is there. */
function said(state: State): Step {
  const { asking, ...rest } = state;
  if (asking === undefined) return step(state);
  const words = typedText(asking.line)
    .split(/[\s,]+/)
    .map((word) => word.replace(/^#/, ''))
    .filter(Boolean);
  if (asking.about.is === 'rename') {
    const [to] = words;
    const { tag } = asking.about;
    if (to === undefined || to === tag) return step(rest);
    return step(rest, { does: 'rename', from: tag, to, really: false });
  }
  const { slug, tags } = asking.about;
  const isIn = (all: readonly string[]) => {
    const folded = new Set(all.map((tag) => tag.toLowerCase()));
    return (tag: string) => folded.has(tag.toLowerCase());
  };
  const [had, has] = [isIn(tags), isIn(words)];
  const add = words.filter((tag) => !had(tag));
  const remove = tags.filter((tag) => !has(tag));
  if (add.length + remove.length === 0) return step(saying(rest, 'the same tags'));
  return step(rest, { does: 'tags', slug, add, remove });
}
