import { queryHelp } from '../store/index.ts';
import { EXIT, BUG, INTERRUPTED } from './exit.ts';
import { ALL_SETTINGS, variableOf } from './settings/table.ts';

/** What `scrap help <topic>` says; each is written from the table it is about where there is one. */
export const topics = {
  query: () => queryHelp(),
  days: () => DAYS,
  'exit-codes': () => exitCodes(),
  environment: () => environment(),
} as const satisfies Readonly<Record<string, () => string | Promise<string>>>;

const DAYS = `A day is a calendar day in your time zone (SCRAP_TZ, else the system's).

  today tomorrow yesterday     as they say
  fri, friday                  the next such day
  +3d 2w +1m 1y -1d            days, weeks, months, years from today
  eow eom eoy                  the end of this week, month, year
  2026-12-24                   that day
  24 dec, next monday          and what else is plainly one day
  none                         no day

The answer always shows the day that was understood.`;

function exitCodes(): string {
  const rows = [
    [0, 'done; also when nothing was found'],
    [BUG, 'a bug in scrap'],
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
    '  NO_COLOR, FORCE_COLOR, XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_STATE_HOME as everywhere',
  ].join('\n');
}
