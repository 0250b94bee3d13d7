/*
 * A writer in a process of its own, to be killed: does one thing after the other to a store and
 * says the number and the answer of each once it is done.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';

import { openStore, operations, perform, ScrapError } from '../../src/store/index.ts';
import { actOf } from './history-acts.ts';

async function main([file = '', label = '']: readonly string[]): Promise<void> {
  say('ready');
  await once(process.stdin, 'data');
  process.stdin.destroy();
  const store = openStore(file);
  for (let n = 0; ; n++) {
    const { operation, input, caller } = actOf(label, n);
    const loaded = (await operations[operation]()) as unknown as Parameters<typeof perform>[0];
    try {
      const answer = await perform(loaded, store, input, caller);
      say(`${n} ${JSON.stringify(answer)}`);
    } catch (error) {
      if (!(error instanceof ScrapError)) throw error;
      say(`${n} ${JSON.stringify({ error: error.code })}`);
    }
  }
}

function say(line: string): void {
  writeSync(1, `${line}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
