import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { ScrapError } from '../store/index.ts';
import type { Command } from './command.ts';

export const command: Command = {
  group: 'Run and connect',
  summary: 'Show the manual page.',
  examples: ['scrap man'],
  async run() {
    // npm 12 links no manual pages, so this is the way that always works.
    const file = join(import.meta.dirname, '..', 'man', 'scrap.1');
    if (!existsSync(file)) {
      throw new ScrapError('not_found', `The manual page is missing: ${file}. See: scrap --help`);
    }
    const { status, error } = spawnSync('man', [file], { stdio: 'inherit' });
    if (error !== undefined) {
      throw new ScrapError('not_found', `There is no man program here. See: scrap --help`);
    }
    return status ?? 0;
  },
};
