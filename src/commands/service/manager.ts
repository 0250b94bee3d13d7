import { userInfo } from 'node:os';

import { ScrapError } from '../../store/index.ts';
import { runProgram } from '../run-program.ts';
import { LABEL } from './files.ts';
import { launchdFile, logFile, systemdFile } from './place.ts';

/** What starts and stops services of this user. */
export interface Manager {
  /** Where the file of the service is. */
  readonly file: string;
  /** Takes up the file that was just written, and (re)starts the service. */
  readonly start: () => void;
  readonly stop: () => void;
  /** Forgets a file that is gone. */
  readonly forget: () => void;
  readonly isRunning: () => boolean;
  /** The program that shows the log, to be run at the terminal. */
  readonly logs: (follow: boolean) => readonly [string, ...string[]];
  /** What else is to be done so that it runs when nobody is logged in. */
  readonly hint: () => string | undefined;
}

/** The one of this system. */
export function manager(): Manager {
  return process.platform === 'darwin' ? launchd() : systemd();
}

const UNIT = 'scrap.service';

function systemd(): Manager {
  const control = (...args: string[]) => must('systemctl', ['--user', ...args]);
  return {
    file: systemdFile(UNIT),
    start() {
      control('daemon-reload');
      control('enable', UNIT);
      control('restart', UNIT);
    },
    stop: () => control('disable', '--now', UNIT),
    forget: () => control('daemon-reload'),
    isRunning: () => runProgram('systemctl', ['--user', 'is-active', UNIT])?.status === 0,
    logs: (follow) => [
      'journalctl',
      '--user',
      `--unit=${UNIT}`,
      '--lines=50',
      follow ? '--follow' : '--no-pager',
    ],
    hint() {
      const { username } = userInfo();
      const shown = runProgram('loginctl', ['show-user', username, '--property=Linger']);
      if (shown?.stdout.trim() === 'Linger=yes') return undefined;
      return `so that it also runs when you are not logged in: loginctl enable-linger ${username}`;
    },
  };
}

function launchd(): Manager {
  const domain = `gui/${process.getuid?.() ?? 501}`;
  const file = launchdFile(`${LABEL}.plist`);
  const isLoaded = () => runProgram('launchctl', ['print', `${domain}/${LABEL}`])?.status === 0;
  return {
    file,
    start() {
      if (isLoaded()) must('launchctl', ['bootout', `${domain}/${LABEL}`]);
      must('launchctl', ['bootstrap', domain, file]);
    },
    stop() {
      if (isLoaded()) must('launchctl', ['bootout', `${domain}/${LABEL}`]);
    },
    forget: () => {},
    isRunning: isLoaded,
    logs: (follow) => ['tail', '-n', '50', ...(follow ? ['-f'] : []), logFile()],
    hint: () => undefined,
  };
}

/** Runs a program that must succeed. */
function must(name: string, args: readonly string[]): void {
  const ended = runProgram(name, args);
  if (ended === undefined) {
    throw new ScrapError(
      'not_found',
      `There is no ${name} here. Start scrap serve with what this system starts programs with.`,
      { reason: 'service' },
    );
  }
  if (ended.status === 0) return;
  const [said = ''] = ended.stderr.trim().split('\n', 1);
  throw new ScrapError(
    'busy',
    `${name} ${args.join(' ')} failed: ${said.slice(0, 200)}. Mend that, then try again.`,
    { reason: 'service' },
  );
}
