/** Where a key is pressed: what is on the screen, or what is being typed. */
export type Mode =
  | 'pages'
  | 'todos'
  | 'tags'
  | 'review'
  | 'typing'
  | 'page'
  | 'history'
  | 'diff'
  | 'sure'
  | 'asking'
  | 'help';

export type Act =
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'first'
  | 'last'
  | 'open'
  | 'tick'
  | 'edit'
  | 'tags'
  | 'history'
  | 'trash'
  | 'rename'
  | 'take-back'
  | 'keep'
  | 'url'
  | 'copy'
  | 'undo'
  | 'search'
  | 'to-list'
  | 'clear'
  | 'next-box'
  | 'previous-box'
  | 'pages'
  | 'todos'
  | 'tag-list'
  | 'review'
  | 'reload'
  | 'back'
  | 'yes'
  | 'say'
  | 'help'
  | 'quit'
  | 'interrupt'
  | 'suspend'
  | 'redraw';

/** One thing that keys do. */
export interface Bound {
  readonly act: Act;
  /** By their names; the first is the one that is shown. */
  readonly keys: readonly string[];
  /** As it is shown where the first name would not do. */
  readonly shown?: string;
  /** In a word or two, on the hint line; absent: only in the help. */
  readonly hint?: string;
  /** In the help. */
  readonly what: string;
}

const MOVES: readonly Bound[] = [
  { act: 'down', keys: ['down', 'j'], shown: '↓ j', what: 'the next row' },
  { act: 'up', keys: ['up', 'k'], shown: '↑ k', what: 'the row before' },
  { act: 'page-down', keys: ['page-down', 'ctrl-f'], shown: 'PgDn', what: 'a screen on' },
  { act: 'page-up', keys: ['page-up', 'ctrl-b'], shown: 'PgUp', what: 'a screen back' },
  { act: 'first', keys: ['home', 'g'], shown: 'g', what: 'the first row' },
  { act: 'last', keys: ['end', 'G'], shown: 'G', what: 'the last row that is loaded' },
];

/** From wherever one is to one of the lists. */
const GO: readonly Bound[] = [
  { act: 'pages', keys: ['1'], what: 'pages' },
  { act: 'todos', keys: ['2'], what: 'todos' },
  { act: 'tag-list', keys: ['3'], what: 'tags' },
  { act: 'review', keys: ['4'], what: 'what agents did' },
];
const LISTS: readonly Bound[] = [
  ...GO,
  { act: 'reload', keys: ['r'], what: 'read the list again' },
];

const ON_A_PAGE = {
  edit: { act: 'edit', keys: ['e'], hint: 'edit', what: 'edit the text in $EDITOR' },
  tags: { act: 'tags', keys: ['t'], hint: 'tags', what: 'change its tags' },
  history: { act: 'history', keys: ['h'], hint: 'history', what: 'what was done to it' },
  trash: { act: 'trash', keys: ['d'], hint: 'trash', what: 'to the trash, or out of it' },
  url: { act: 'url', keys: ['o'], hint: 'open', what: 'open it in the app' },
  copy: { act: 'copy', keys: ['y'], hint: 'copy', what: 'copy its slug' },
} as const satisfies Readonly<Record<string, Bound>>;

const UNDO: Bound = { act: 'undo', keys: ['u'], hint: 'undo', what: 'take back what you did here' };
const SEARCH: Bound = { act: 'search', keys: ['/'], hint: 'search', what: 'type a search' };
const CLEAR: Bound = { act: 'clear', keys: ['esc'], what: 'empty the search' };
const OPEN: Bound = { act: 'open', keys: ['enter'], shown: '⏎', hint: 'read', what: 'read it' };
const TICK: Bound = {
  act: 'tick',
  keys: [' ', 'x'],
  shown: 'space',
  hint: 'tick',
  what: 'tick it, or put its tick back',
};
const BACK: Bound = {
  act: 'back',
  keys: ['esc', 'q', 'left', 'backspace'],
  shown: 'esc',
  hint: 'back',
  what: 'back to where you were',
};
const QUIT: Bound = { act: 'quit', keys: ['q'], hint: 'quit', what: 'leave scrap' };

/** In every mode, and last on the hint line. */
const ALWAYS: readonly Bound[] = [
  { act: 'interrupt', keys: ['ctrl-c'], shown: 'Ctrl-C', what: 'leave scrap at once' },
  { act: 'suspend', keys: ['ctrl-z'], shown: 'Ctrl-Z', what: 'put scrap aside; fg brings it back' },
  { act: 'redraw', keys: ['ctrl-l'], shown: 'Ctrl-L', what: 'draw the screen again' },
];
const HELP: Bound = { act: 'help', keys: ['?'], hint: 'keys', what: 'all keys' };

const { edit, tags, history, trash, url, copy } = ON_A_PAGE;

/** Every key of every mode; hint line and help are made of this, too. */
export const KEYS: Readonly<Record<Mode, readonly Bound[]>> = {
  pages: [
    OPEN,
    SEARCH,
    TICK,
    edit,
    tags,
    history,
    UNDO,
    url,
    copy,
    trash,
    ...MOVES,
    ...LISTS,
    CLEAR,
    HELP,
    QUIT,
    ...ALWAYS,
  ],
  todos: [
    TICK,
    { ...OPEN, hint: 'read', what: 'read the page it is on' },
    { ...SEARCH, hint: 'by tag', what: 'only those with a tag' },
    edit,
    history,
    UNDO,
    url,
    copy,
    ...MOVES,
    ...LISTS,
    CLEAR,
    HELP,
    QUIT,
    ...ALWAYS,
  ],
  tags: [
    { ...OPEN, hint: 'pages', what: 'the pages that have it' },
    { ...SEARCH, hint: 'find', what: 'only tags that begin like this' },
    { act: 'rename', keys: ['e'], hint: 'rename', what: 'rename it everywhere' },
    UNDO,
    ...MOVES,
    ...LISTS,
    CLEAR,
    HELP,
    QUIT,
    ...ALWAYS,
  ],
  review: [
    { ...OPEN, hint: 'what changed', what: 'what changed on the page' },
    { act: 'keep', keys: ['a'], hint: 'keep', what: 'keep what this agent did' },
    { act: 'take-back', keys: ['x'], hint: 'take back', what: 'take it back, after a look at it' },
    UNDO,
    history,
    url,
    ...MOVES,
    ...LISTS,
    HELP,
    QUIT,
    ...ALWAYS,
  ],
  typing: [
    { act: 'open', keys: ['enter'], shown: '⏎', hint: 'read', what: 'open the row that is marked' },
    {
      act: 'to-list',
      keys: ['down', 'esc', 'tab'],
      shown: '↓',
      hint: 'to the list and its keys',
      what: 'from the search to the list',
    },
    { act: 'clear', keys: [], shown: 'Ctrl-U', hint: 'empty', what: 'empty the line' },
    { ...ALWAYS[0], act: 'interrupt', keys: ['ctrl-c'], hint: 'quit', what: 'leave scrap' },
    ...ALWAYS.slice(1),
  ],
  page: [
    { act: 'down', keys: ['down', 'j', 'enter'], shown: '↓ j', what: 'a row on' },
    { act: 'up', keys: ['up', 'k'], shown: '↑ k', what: 'a row back' },
    { act: 'page-down', keys: ['page-down', 'ctrl-f', 'f'], shown: 'PgDn', what: 'a screen on' },
    { act: 'page-up', keys: ['page-up', 'ctrl-b', 'b'], shown: 'PgUp', what: 'a screen back' },
    { act: 'first', keys: ['home', 'g'], shown: 'g', what: 'the beginning' },
    { act: 'last', keys: ['end', 'G'], shown: 'G', what: 'the end' },
    BACK,
    { ...TICK, what: 'tick the todo, or the box that is marked' },
    { act: 'next-box', keys: ['tab', 'n'], shown: 'tab', hint: 'next box', what: 'the next box' },
    { act: 'previous-box', keys: ['shift-tab', 'p'], shown: '⇧tab', what: 'the box before' },
    edit,
    tags,
    history,
    UNDO,
    url,
    copy,
    trash,
    ...GO,
    HELP,
    ...ALWAYS,
  ],
  history: [
    { ...OPEN, hint: 'what changed', what: 'what this change did' },
    { act: 'take-back', keys: ['x'], hint: 'take back', what: 'take it back, after a look at it' },
    BACK,
    UNDO,
    ...MOVES,
    ...GO,
    copy,
    HELP,
    ...ALWAYS,
  ],
  diff: [BACK, ...MOVES, ...GO, HELP, ...ALWAYS],
  sure: [
    { act: 'yes', keys: ['y', 'enter'], shown: 'y', hint: 'do it', what: 'do it' },
    { ...BACK, keys: ['n', 'esc', 'q'], shown: 'n', hint: 'leave it', what: 'leave it as it is' },
    ...MOVES,
    ...ALWAYS,
  ],
  asking: [
    { act: 'say', keys: ['enter'], shown: '⏎', hint: 'save', what: 'save the line' },
    { act: 'back', keys: ['esc'], hint: 'leave it', what: 'leave it as it was' },
    ...ALWAYS,
  ],
  help: [BACK, ...MOVES, ...ALWAYS],
};

/** What a key does in a mode. */
export function actOf(mode: Mode, key: string): Act | undefined {
  return KEYS[mode].find(({ keys }) => keys.includes(key))?.act;
}
