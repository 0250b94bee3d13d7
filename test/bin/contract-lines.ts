import type { commands } from '../../src/commands/index.ts';

/** One line of the contract: the words after the command's name, and what is around them. */
export interface ContractLine {
  readonly args: readonly string[];
  readonly input?: string;
  /** Asks the server elsewhere, asks one that is not there, or has the former as its public URL. */
  readonly at?: 'elsewhere' | 'away' | 'public';
  /** Long, or about this machine: of its output only the first line, or the columns, are kept. */
  readonly output?: 'prose' | 'columns';
  /** What it answers is a text or a file, with --json too. */
  readonly raw?: true;
}

/** The slug of the page that is a link; the port is none that is fetched from. */
const LINK = '127-0-0-1-9-manual';

/** Stands for the file of the last backup. */
export const NEWEST = 'NEWEST';

const words = (line: string): ContractLine => ({ args: line.split(' ').filter(Boolean) });

/**
 * Every command with the lines that scripts may type, in the order in which they are run against
 * one store: what is looked at comes after what made it, and what throws away comes last. `serve`
 * is apart: it runs beside the others.
 */
export const CONTRACT = {
  add: [
    { args: ['# Oven manual\n\nAsk [[Ann]] and [[Bob]] #kitchen', '--key', 'k1'] },
    { args: ['likes tea #people', '--title', 'Ann', '--as', 'claude', '--origin', 'a script'] },
    { args: ['http://127.0.0.1:9/manual'] },
    { args: ['--file', 'one.md', '--file', 'two.md'] },
    { args: ['the plan', '--file', 'plan.pdf', '--title', 'Plan'] },
    { args: ['one more line', '--to', 'ann'] },
    { args: ['written while it is away'], at: 'away' },
  ],
  todo: [
    { args: ['call Ann due:2030-01-04 p1 +home'] },
    { args: ['pay rent due:2030-01-31 repeat:month'] },
  ],
  log: [{ args: ['called Ann'] }],
  edit: [{ args: ['one'], input: '# One\n\n- [ ] socks #trip\n' }],
  done: [words('call-ann'), words('pay-rent'), words('one --line 3')],
  reopen: [words('call-ann')],
  'edit-meta': [words('ann --add-tag family --priority 2 --as claude')],
  'rename-tag': [words('people human --dry-run'), words('people human')],
  search: [
    words('ann'),
    words('tea --explain'),
    words('nothing-like-this'),
    words('--save people tag:human'),
    words('--saved'),
    words('--forget people'),
  ],
  read: [words('oven-manual'), words('nowhere'), words('ann --no-text')],
  open: [words('ann')],
  links: [words('oven-manual')],
  recent: [words('--limit 2'), words('--field slug,title')],
  todos: [words(''), words('--status done')],
  ui: [words('')],
  changes: [words('--limit 3')],
  revisions: [words('one')],
  diff: [words('one')],
  review: [words(''), words('--revert'), words('--keep')],
  revert: [words('--author claude --dry-run')],
  undo: [words('--dry-run'), words('')],
  trash: [words('two')],
  untrash: [words('two')],
  import: [words('notes --dry-run'), words('notes')],
  notebook: [
    words('add mirrored'),
    words('list'),
    words('sync mirrored'),
    words('remove mirrored --keep'),
  ],
  lint: [words('')],
  export: [
    words('out'),
    { ...words('--format metadata'), output: 'prose', raw: true },
    words('--format content --output all.md'),
  ],
  pull: [words(''), { ...words(''), at: 'elsewhere' }],
  outbox: [
    { ...words(''), at: 'away' },
    { ...words('show 1'), at: 'away' },
    { ...words('retry'), at: 'away' },
    { ...words('drop 1'), at: 'away' },
  ],
  enrich: [words('oven'), words('kind:note --dry-run')],
  fetch: [words(LINK)],
  jobs: [words('list'), words(`cancel ${LINK}`), words('run'), words('retry oven-manual')],
  budget: [words('')],
  tags: [words('accept oven-manual'), words('')],
  reindex: [words('')],
  backup: [words(''), words(`restore ${NEWEST} --verify`), words(`restore ${NEWEST}`)],
  purge: [words('two'), words('two --yes')],
  service: [words('status'), words('install'), words('logs'), words('uninstall')],
  up: [words('--yes')],
  connect: [words('claude-code'), { ...words('--check'), at: 'public', output: 'columns' }],
  doctor: [{ ...words(''), output: 'columns' }],
  config: [
    words('set tz Europe/Berlin'),
    words('get tz'),
    words('get owner'),
    words('path'),
    words('unset tz'),
    words(''),
  ],
  skills: [{ ...words(''), output: 'columns' }, words('install --claude')],
  completion: [{ ...words('bash'), output: 'prose', raw: true }],
  man: [words('add')],
} satisfies Readonly<Record<Exclude<keyof typeof commands, 'serve'>, readonly ContractLine[]>>;
