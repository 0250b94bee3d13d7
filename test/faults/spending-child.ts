/*
 * Sets money aside for calls, each a cent, until no more is to be had; says `ready`, waits to be
 * told to begin, and says one line for each call it may make.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';

import { openStore, patiently } from '../../src/store/index.ts';
import { reserve } from '../../src/store/spending/ledger.ts';

async function main([file = '', budget = '0']: readonly string[]): Promise<void> {
  say('ready');
  await once(process.stdin, 'data');
  process.stdin.destroy();
  const store = openStore(file, { timeout: 250, patience: 30_000 });
  const call = { kind: 'text', model: 'claude-haiku-5-5', most: 10_000 } as const;
  for (;;) {
    const got = await patiently(store, () => reserve(store, call, Number(budget)));
    if ('short' in got) break;
    say(`call ${got.entry}`);
  }
  store.close();
}

function say(line: string): void {
  writeSync(1, `${line}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
