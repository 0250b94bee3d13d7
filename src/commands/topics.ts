import { queryHelp } from '../store/index.ts';
import { EXIT, BUG, INTERRUPTED } from './exit.ts';

/** What `scrap help <topic>` says; each is written from the table it is about where there is one. */
export const topics = {
  query: () => queryHelp(),
  days: () => DAYS,
  'exit-codes': () => exitCodes(),
  environment: () => ENVIRONMENT,
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

const ENVIRONMENT = `  SCRAP_STORE        the store to use (--store)
  SCRAP_PUBLIC_URL   where the app is reached, e.g. https://box.tailnet.ts.net
  SCRAP_PORT         the port of scrap serve, 7272 unless said
  SCRAP_OWNER        the one Tailscale login that scrap serve lets in
  SCRAP_TZ           your time zone, e.g. Europe/Berlin
  SCRAP_AUTHOR       claude: sign what is written as an agent's (--as claude)
  SCRAP_CLIENT       with it, the agent's name in what it writes
  SCRAP_EDITOR       else VISUAL, EDITOR, vi
  SCRAP_PAGER        else PAGER, less
  SCRAP_DEBUG        1: say where a bug is
  NO_COLOR, FORCE_COLOR, XDG_DATA_HOME, XDG_STATE_HOME as everywhere`;
