import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { invalid, ScrapError } from '../store/index.ts';
import type { Call, Command } from './command.ts';
import { author } from './environment.ts';
import { installService, uninstallService } from './service/install.ts';
import { type Manager, manager } from './service/manager.ts';

export const command: Command = {
  group: 'Run and connect',
  summary: 'Keep scrap serve running in the background, from login on.',
  words: 'install | uninstall | status | logs',
  acts: { install: '', uninstall: '', status: '', logs: '' },
  flags: [
    {
      field: 'follow',
      long: '--follow',
      short: '-f',
      description: 'With logs: go on as they come',
    },
  ],
  examples: [
    'scrap service install # again after a change of settings or of Node',
    'scrap service status',
    'scrap service logs --follow',
  ],
  async run(call) {
    const [act, odd] = call.words;
    const one = manager();
    if (odd === undefined) {
      if (act === 'install' || act === 'uninstall') return change(call, one, act);
      if (act === 'status') return status(call, one);
      if (act === 'logs') return logs(one, call.flags['follow'] === true);
    }
    throw invalid('Say: scrap service install, uninstall, status or logs.', { reason: 'usage' });
  },
};

function change({ terminal, flags }: Call, one: Manager, act: 'install' | 'uninstall'): void {
  if (author(flags) !== 'me') {
    throw new ScrapError('refused', 'Only the owner may change the service.', { reason: 'agent' });
  }
  if (act === 'uninstall') {
    const wasThere = uninstallService(one);
    return terminal.say(wasThere ? 'stopped and removed; the pages stay' : 'there is no service');
  }
  installService(one, flags);
  terminal.print(one.file);
  terminal.say('started; see: scrap service status');
  const hint = one.hint();
  if (hint !== undefined) terminal.say(hint);
}

/** The status tells a script whether it runs: 0, else 3 (not found). */
function status({ terminal }: Call, one: Manager): number {
  const [installed, running] = [existsSync(one.file), one.isRunning()];
  const word = running ? 'running' : installed ? 'stopped' : 'not installed';
  const file = installed ? one.file : undefined;
  if (terminal.manner === 'json') {
    terminal.json({ installed, running, ...(file === undefined ? {} : { file }) });
  } else terminal.print([word, ...(file === undefined ? [] : [file])].join('\t'));
  if (!running) terminal.say(installed ? 'see: scrap service logs' : 'scrap service install');
  return running ? 0 : 3;
}

function logs(one: Manager, follow: boolean): number {
  const [name, ...args] = one.logs(follow);
  const { status: ended, error } = spawnSync(name, args, { stdio: 'inherit' });
  if (error !== undefined) {
    throw new ScrapError('not_found', `There is no ${name} here, so no log can be shown.`);
  }
  return ended ?? 0;
}
