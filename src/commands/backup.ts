import { dirname, join } from 'node:path';

import { invalid, ScrapError, upkeep } from '../store/index.ts';
import type { Call, Command } from './command.ts';
import { author, storeFile } from './environment.ts';

export const command: Command = {
  group: 'History and data',
  summary: 'Make a checked copy of the store, or restore one.',
  words: 'dir | restore file',
  acts: { restore: 'file' },
  flags: [
    {
      field: 'verify',
      long: '--verify',
      description: 'With restore: do all its checks, say what they found, replace nothing',
    },
    {
      field: 'thin',
      long: '--thin',
      description: 'Then remove old ones there: the last of 7 days, 4 weeks and 12 months is kept',
    },
  ],
  examples: [
    'scrap backup',
    'scrap backup /media/disk/scrap --thin',
    'scrap backup restore scrap-2026-12-24T090000.db --verify',
  ],
  async run(call) {
    const { words, flags } = call;
    if (author(flags) !== 'me') {
      throw new ScrapError('refused', 'Only the owner may make backups and restore them.', {
        reason: 'agent',
      });
    }
    if (words[0] === 'restore') {
      if (call.elsewhere !== undefined) call.open(); // refused: it is done where the store is
      if (flags['thin'] !== true) return restore(call);
      throw invalid('--thin goes with a backup: scrap backup <dir> --thin', { reason: 'usage' });
    }
    if (flags['verify'] === true) {
      throw invalid('--verify goes with restore: scrap backup restore <file> --verify', {
        reason: 'usage',
      });
    }
    if (words.length > 1) {
      throw invalid('Name one directory, in quotes where it has spaces.', { reason: 'usage' });
    }
    return backup(call, words[0]);
  },
};

async function backup(call: Call, directory?: string): Promise<void> {
  const { terminal, flags, elsewhere } = call;
  const { backupStore } = await upkeep.backup();
  // of a replica too, beside the store that is or would be here
  const usual = elsewhere && join(dirname(storeFile(flags)), 'backups');
  const made = backupStore(await call.whole(), directory ?? usual);
  if (flags['thin'] === true) (await upkeep.thin()).thinBackups(dirname(made.file));
  if (terminal.manner === 'json') terminal.json(made);
  else if (terminal.manner === 'lines') {
    terminal.print([made.file, made.pages, made.revisions, made.captures, made.files].join('\t'));
  } else {
    terminal.print(made.file);
    terminal.print(`${counts(made)}, all checked`);
  }
  if (made.files_missing > 0) {
    terminal.say(
      `scrap: the bytes of ${made.files_missing} of the files are gone from the disk, and so from this backup; an older backup may have them`,
    );
  }
}

async function restore(call: Call): Promise<void> {
  const [, file, ...more] = call.words;
  if (file === undefined || more.length > 0) {
    throw invalid('Name one backup: scrap backup restore <file>', { reason: 'usage' });
  }
  return call.flags['verify'] === true ? verify(call, file) : replace(call, file);
}

async function verify({ terminal }: Call, file: string): Promise<void> {
  const { verifyBackup, badBackup } = await upkeep.restore();
  const found = verifyBackup(file);
  if (terminal.manner === 'json') terminal.json(found);
  for (const { check, ok, says } of terminal.manner === 'json' ? [] : found.checks) {
    const result = ok ? 'ok' : 'bad';
    terminal.print(
      terminal.manner === 'lines'
        ? [check, result, says].join('\t')
        : `${check.padEnd(10)}  ${terminal.style(ok ? 'green' : 'red', result.padEnd(3))}  ${says}`,
    );
  }
  const bad = found.checks.find((check) => !check.ok);
  if (bad !== undefined) throw badBackup(found.file, bad);
}

async function replace({ terminal, flags }: Call, file: string): Promise<void> {
  const { restoreBackup } = await upkeep.restore();
  const restored = await restoreBackup(file, storeFile(flags), (done, total) =>
    terminal.progress(done === total ? '' : `reading page ${done} of ${total}`),
  );
  const { before, ...rest } = restored;
  if (terminal.manner === 'json') terminal.json(restored);
  else if (terminal.manner === 'lines') {
    terminal.print(
      [rest.file, rest.pages, rest.revisions, rest.captures, rest.files, before ?? ''].join('\t'),
    );
  } else terminal.print(`restored ${counts(rest)} from ${rest.from}`);
  if (before !== undefined) terminal.say(`what was there before is now ${before}`);
}

function counts(of: { pages: number; revisions: number; captures: number; files: number }): string {
  const some = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
  return [
    some(of.pages, 'page'),
    some(of.revisions, 'revision'),
    some(of.captures, 'key'),
    ...(of.files === 0 ? [] : [some(of.files, 'file')]),
  ].join(', ');
}
