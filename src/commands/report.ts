import { ScrapError } from '../store/index.ts';
import { BUG, EXIT } from './exit.ts';
import { setting } from './settings/settings.ts';

/** Says on stderr what went wrong, and gives the status that means it. */
export function report(error: unknown, json: boolean): number {
  if (error instanceof ScrapError) {
    const line = json ? JSON.stringify({ error }) : `scrap: ${error.message}`;
    process.stderr.write(`${line}\n`);
    return EXIT[error.code];
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (setting('debug') === '1') process.stderr.write(`${detail}\n`);
  const message = 'This is a bug in scrap. Run it again with SCRAP_DEBUG=1 to see where.';
  process.stderr.write(
    json ? `${JSON.stringify({ error: { code: 'bug', message } })}\n` : `scrap: ${message}\n`,
  );
  return BUG;
}
