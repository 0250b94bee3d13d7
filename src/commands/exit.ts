import type { ErrorCode } from '../store/index.ts';

/** The terminal's column of the error table: what a script sees in `$?`. */
export const EXIT: Readonly<Record<ErrorCode, number>> = {
  invalid: 2,
  not_found: 3,
  conflict: 4,
  refused: 5,
  unreadable: 65, // EX_DATAERR of sysexits.h, and so on below
  disk: 74, // EX_IOERR
  busy: 75, // EX_TEMPFAIL
};

/** A bug in scrap. */
export const BUG = 1;

/** Ended by Ctrl-C: 128 + SIGINT, as shells have it. */
export const INTERRUPTED = 130;
