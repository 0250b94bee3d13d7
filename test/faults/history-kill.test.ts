import { createHash } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openStore, operations, perform, type Store } from '../../src/store/index.ts';
import { metadataAfter, textAfter } from '../../src/store/history/past.ts';
import { rebuildDerived } from '../../src/store/pages/rebuild.ts';
import type { PageRow } from '../../src/store/pages/row.ts';
import { bundle } from '../kit/bundle.ts';
import { doing } from '../kit/pages.ts';
import { sleep, start } from '../kit/processes.ts';
import { everything } from '../kit/rows.ts';
import { temporaryStore } from '../kit/scrap.ts';
import { count } from '../kit/sound.ts';
import { actOf, PAGES } from './history-acts.ts';

const kills = process.env['SCRAP_LONG'] === '1' ? 500 : 20;

let child: { path: string; remove: () => void };
beforeAll(async () => {
  child = await bundle('test/faults/history-child.ts');
});
afterAll(() => child.remove());

/** What a killed writer had said: the number of each act, and its answer. */
function saidBy(lines: readonly string[]): [number, { error?: string; change?: number }][] {
  return lines.map((line) => {
    const blank = line.indexOf(' ');
    return [Number(line.slice(0, blank)), JSON.parse(line.slice(blank + 1)) as object];
  });
}

test(
  `${kills} times kill -9 while two write, rename and take back: every answer holds, every state is there`,
  { timeout: 3_600_000 },
  async () => {
    let acknowledged = 0;
    for (let done = 0, file = ''; done < kills; done += 2) {
      if (done % 10 === 0) file = await filled();
      const labels = [`a${done}`, `b${done}`];
      const writers = await Promise.all(labels.map((label) => start(child.path, file, label)));
      for (const writer of writers) writer.go();
      await writers[0]?.saying(1);
      await Promise.all(
        writers.map(async (writer) => {
          await sleep(Math.random() * 200);
          writer.kill();
          expect((await writer.ended).status).toBe(null);
        }),
      );
      const store = openStore(file);
      soundHistory(store);
      for (const [i, { said }] of writers.entries()) {
        for (const [n, answer] of saidBy(said)) {
          acknowledged += 1;
          await expectKept(store, labels[i] ?? '', n, answer);
        }
      }
      const before = everything(file);
      await rebuildDerived(store, () => {});
      expect(everything(file)).toEqual(before);
      store.close();
    }
    expect(acknowledged).toBeGreaterThan(kills);
  },
);

async function filled(): Promise<string> {
  const file = temporaryStore();
  const store = openStore(file, { mayCreate: true });
  for (const title of PAGES) await doing(store, 'add', { text: `${title} #x`, title });
  store.close();
  return file;
}

/** Asks again for what was answered: the same change, and nothing written. */
async function expectKept(
  store: Store,
  label: string,
  n: number,
  answer: { error?: string; change?: number; pages?: readonly unknown[] },
): Promise<void> {
  const { operation, input, caller } = actOf(label, n);
  const first = answer.change ?? (answer.pages?.[0] as { change?: number } | undefined)?.change;
  if (first === undefined) return; // refused, or a revert that found nothing: no key was kept
  const latest = count(store, 'changes');
  const loaded = (await operations[operation]()) as unknown as Parameters<typeof perform>[0];
  const again = (await perform(loaded, store, input, caller)) as typeof answer;
  const second = again.change ?? (again.pages?.[0] as { change?: number } | undefined)?.change;
  expect([label, n, second]).toEqual([label, n, first]);
  expect(count(store, 'changes')).toBe(latest);
}

/** Nothing is damaged, changes have no gaps, and every text is what its hash says. */
function soundHistory(store: Store): void {
  expect(store.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  const last = store.get<{ n: number }>('SELECT max(number) AS n FROM changes')?.n;
  expect(count(store, 'changes')).toBe(last);
  const odd = store.all(
    `SELECT number FROM changes c
     WHERE pages <> (SELECT count(*) FROM revisions WHERE change = c.number)`,
  );
  expect(odd).toEqual([]);
  for (const row of store.all<PageRow>('SELECT * FROM pages')) {
    const { text } = textAfter(store, row, row.revision);
    expect(Buffer.compare(row.sha256, createHash('sha256').update(text).digest())).toBe(0);
    expect(metadataAfter(store, row, row.revision).title).toBe(row.title);
  }
  const revisions = store.all<{ text: string; sha256: Uint8Array }>(
    'SELECT text, sha256 FROM revisions WHERE text IS NOT NULL',
  );
  for (const { text, sha256 } of revisions) {
    expect(Buffer.compare(sha256, createHash('sha256').update(text).digest())).toBe(0);
  }
}
