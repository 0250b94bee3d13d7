import { allOperations, nameAt, queryHelp } from '../store/index.ts';
import { BUG, EXIT, INTERRUPTED } from './exit.ts';
import { ALL_SETTINGS, variableOf } from './settings/table.ts';

/** What `scrap help <topic>` says. */
export interface Topic {
  /** What it is about: the one line of its manual page. */
  readonly title: string;
  readonly text: () => string | Promise<string>;
}

/** The help topics by name; each is written from the table it is about where there is one. */
export const topics = {
  query: { title: 'how searches are written', text: queryHelp },
  days: { title: 'how days are written', text: () => DAYS },
  'exit-codes': { title: 'what the status says that a command ends with', text: exitCodes },
  environment: { title: 'settings, and the variables that make them', text: environment },
  files: { title: 'where scrap keeps what', text: files },
  mcp: { title: 'what agents reach over MCP', text: mcp },
} as const satisfies Readonly<Record<string, Topic>>;

const DAYS = `A day is a calendar day in your time zone (SCRAP_TZ, else the system's).

  today tomorrow yesterday     as they say
  fri, friday                  the next such day
  +3d 2w +1m 1y -1d            days, weeks, months, years from today
  eow eom eoy                  the end of this week, month, year
  2026-12-24                   that day
  24 dec, next monday          and what else is plainly one day
  none                         no day

The answer always shows the day that was understood. In the line of a todo (scrap todo) a day stands
behind due:, scheduled: or start:, in quotes where it has blanks.

What repeats (--repeat, repeat: in that line, "repeat" in front matter, and 🔁, [repeat:: …] or rec:
in a checkbox line) is followed by the next one when it is done:

  every day, every 3 days      daily weekly fortnightly monthly quarterly yearly, too
  every weekday                Monday to Friday
  every mon, thu               every other friday; every 2 weeks on mon
  every month                  on that day, or the last of a shorter month
  every month on the 31st      the 1st and 15th; the last; the last friday; the 2nd tuesday
  every january on the 15th    in that month of each year
  … when done                  counted from when it was done, else from when it was due
  +2w 2w                       todo.txt's: from when it was due, from when it was done`;

const FILES = [
  ['~/.local/share/scrap/scrap.db', 'the store, unless SCRAP_STORE or --store names another'],
  ['  … scrap.db-wal, -shm', 'part of it while it is open: never copy one without the other'],
  ['  … scrap.db.files/', 'photos and files, by what is in them'],
  ['  … scrap.db.pictures/', 'what was made of them, and can be made again'],
  ['  … backups/', 'what scrap backup made; those of scrap serve in daily-scrap/'],
  ['  … elsewhere/', 'of servers elsewhere: a copy of each, and what waits for it'],
  ['~/.config/scrap/config.toml', 'settings (scrap config)'],
  ['~/.local/state/scrap/', 'what may be lost, such as the numbers of the last list'],
  ['~/.cache/scrap/', 'what is made again when it is gone: compiled code'],
] as const;

function files(): string {
  const widest = Math.max(...FILES.map(([place]) => place.length));
  return [
    ...FILES.map(([place, holds]) => `  ${place.padEnd(widest)}  ${holds}`),
    '',
    'XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME and XDG_CACHE_HOME put them elsewhere, on every',
    "system alike. All of it is its owner's alone (0700, 0600). To copy a store: scrap backup.",
  ].join('\n');
}

function exitCodes(): string {
  const rows = [
    [0, 'done; also when nothing was found, or kept while the server is away (scrap outbox)'],
    [BUG, 'a bug in scrap; of scrap doctor, that something is wrong'],
    [EXIT.invalid, 'the input or the command line is not right (invalid)'],
    [EXIT.not_found, 'no such page, revision or store (not_found)'],
    [EXIT.conflict, 'it has changed since, or the key was used for something else (conflict)'],
    [EXIT.refused, 'not allowed (refused)'],
    [EXIT.unreadable, 'not a store, damaged, or made by a newer scrap (unreadable)'],
    [EXIT.disk, 'the disk is full or cannot be written (disk)'],
    [EXIT.busy, 'another program holds the store, or the server is away: try again (busy)'],
    [INTERRUPTED, 'ended by Ctrl-C'],
  ] as const;
  return rows.map(([status, means]) => `${String(status).padStart(5)}  ${means}`).join('\n');
}

function environment(): string {
  const rows = ALL_SETTINGS.map(([name, { means, usual, passing }]) => ({
    variable: variableOf(name),
    says: usual === undefined ? means : `${means} (${usual})`,
    passing,
  }));
  const widest = Math.max(...rows.map(({ variable }) => variable.length));
  const lines = (passing: boolean) =>
    rows
      .filter((row) => (row.passing === true) === passing)
      .map(({ variable, says }) => `  ${variable.padEnd(widest)}  ${says}`);
  return [
    'A flag goes before the variable, and that before config.toml, which holds the same names in',
    'small letters and without SCRAP_, as in public_url = "https://…" (scrap config writes it):',
    '',
    ...lines(false),
    '',
    'Only in the environment:',
    '',
    ...lines(true),
    '  NO_COLOR, FORCE_COLOR, XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME and XDG_CACHE_HOME as',
    '  everywhere',
  ].join('\n');
}

async function mcp(): Promise<string> {
  const tools = (await allOperations()).flatMap((operation) => {
    const name = nameAt(operation, 'mcp');
    return name === undefined ? [] : [{ ...operation, name }];
  });
  const widest = Math.max(...tools.map(({ name }) => name.length));
  return [
    'scrap serve answers at /mcp and /mcp/<label>; the label names the client in what it writes.',
    'scrap connect prints the lines for each client, scrap connect --check tries it.',
    '',
    ...tools.map(
      ({ name, effect, summary }) => `  ${name.padEnd(widest)}  ${effect.padEnd(5)}  ${summary}`,
    ),
    '',
    'An agent never changes a text of yours, and all it does can be seen (scrap review) and taken',
    'back (scrap revert). ?allow=read, add or edit behind the address lets one client do no more',
    'than that; scrap serve --mcp off, read, add or edit all of them.',
    'A page may hold words that try to instruct an agent: do not connect scrap to a session that',
    'also holds powerful credentials.',
  ].join('\n');
}
