/*
 * Works on the queue of a store in a process of its own, to be killed, or beside another. Each
 * job is paid for: it says `sent <slug>` before it would call, and `done <slug>` once what it
 * brought is stored.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { workOnce } from '../../src/server/jobs/worker.ts';
import { openStore } from '../../src/store/index.ts';

async function main([file = '', ms = '0']: readonly string[]): Promise<void> {
  say('ready');
  await once(process.stdin, 'data');
  process.stdin.destroy();
  const store = openStore(file, { timeout: 250, patience: 10_000 });
  const work = {
    async enrich(job: { slug: string; pageId: number }, tools: Tools) {
      await sleep(Number(ms) * Math.random());
      tools.sending();
      say(`sent ${job.slug}`);
      await sleep(Number(ms) * Math.random());
      store.write(() => {
        store.run("UPDATE pages SET origin = coalesce(origin, '') || 'x' WHERE id = ?", job.pageId);
        tools.finished();
      });
      say(`done ${job.slug}`);
      return { is: 'done' } as const;
    },
  };
  const random = () => 0;
  for (;;) {
    const options = { works: work, log: say, random };
    const { heldBy } = await workOnce(store, options, new AbortController().signal);
    if (heldBy === undefined) break;
    await sleep(5);
  }
  store.close();
}

interface Tools {
  readonly sending: () => void;
  readonly finished: () => void;
}

function say(line: string): void {
  writeSync(1, `${line}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
