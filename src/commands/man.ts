import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { nearest, ScrapError } from '../store/index.ts';
import type { Command } from './command.ts';

export const command: Command = {
  group: 'Run and connect',
  summary: 'Show the manual page of scrap, of a command or of a help topic.',
  words: 'command or topic',
  examples: ['scrap man', 'scrap man search', 'scrap man query'],
  async run({ words }) {
    // npm 12 links no manual pages, so this is the way that always works.
    const folder = join(import.meta.dirname, '..', 'man');
    const file = fileOf(readdirSync(folder), words.join(' '));
    const { status, error } = spawnSync('man', [join(folder, file)], { stdio: 'inherit' });
    if (error !== undefined) {
      throw new ScrapError('not_found', 'There is no man program here. See: scrap --help');
    }
    return status ?? 0;
  },
};

function fileOf(files: readonly string[], name: string): string {
  const wanted = name === '' ? 'scrap' : `scrap-${name}`;
  const file = files.find((each) => each.replace(/\.\d$/, '') === wanted);
  if (file !== undefined) return file;
  const names = files.flatMap((each) => /^scrap-(.*)\.\d$/.exec(each)?.[1] ?? []);
  const meant = nearest(name, names);
  const hint = meant === undefined ? 'See: scrap --help' : `Did you mean: scrap man ${meant}?`;
  throw new ScrapError('not_found', `There is no page on "${name.slice(0, 40)}". ${hint}`);
}
