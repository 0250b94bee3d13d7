import { type ChildProcess, spawn } from 'node:child_process';

import type { Log } from '../server/status.ts';
import { latestChange, type Store, upkeep } from '../store/index.ts';

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

interface DailyBackupOptions {
  readonly log: Log;
  /** The program and its first words, `backup` behind them. */
  readonly command: readonly [string, ...string[]];
  /** How long after the start it is first looked whether one is due, and how often then, in ms. */
  readonly first?: number;
  readonly every?: number;
}

/**
 * Makes a backup a day while the store changes, and removes old ones so that their number stays
 * bounded. Each is made by a process of its own, since making one holds up all else. Gives what
 * ends it.
 */
export function backUpDaily(
  store: Store,
  { log, command, first = MINUTE, every = 60 * MINUTE }: DailyBackupOptions,
): () => Promise<void> {
  let child: ChildProcess | undefined;
  let running: Promise<void> | undefined;
  const look = () => {
    running ??= backUp()
      .catch((error: unknown) => log('The daily backup could not be made.', error))
      .finally(() => (running = undefined));
  };
  let timer = setTimeout(() => {
    look();
    timer = setInterval(look, every);
  }, first);

  return async () => {
    clearTimeout(timer);
    child?.kill();
    await running;
  };

  async function backUp(): Promise<void> {
    const { backupFolders, backupsIn } = await upkeep.backups();
    const { daily } = backupFolders(store.file);
    if (!isDue(store, backupsIn(daily)[0])) return;
    const [program, ...words] = command;
    const args = [...words, 'backup', daily, '--thin', '--store', store.file];
    child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: ownersEnvironment() });
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(0, 500);
    });
    const status = await ended(child);
    child = undefined;
    // null: ended from outside, as when the server stops
    if (status === 0 && said !== '') log(said.trim());
    else if (status !== 0 && status !== null) {
      log(`The daily backup could not be made: ${said.trim()}`);
    }
  }
}

function isDue(
  store: Store,
  newest: { readonly created: string; readonly last_change: number } | undefined,
): boolean {
  if (latestChange(store) <= (newest?.last_change ?? 0)) return false;
  // A clock that was set back must not stop backups.
  const age = store.setting.now().getTime() - Date.parse(newest?.created ?? '1970-01-01');
  return Math.abs(age) >= DAY;
}

/** The status, or null where it was ended from outside. */
function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
}

/** Only the owner may make backups, and it is the owner's server that does. */
function ownersEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, SCRAP_AUTHOR: '' };
}
