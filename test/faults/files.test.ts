import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { findFiles } from '../../src/store/files/carried.ts';
import { files, openStore } from '../../src/store/index.ts';
import { filesBelow, kept, pageWith } from '../kit/files.ts';
import { mounted } from '../kit/mount.ts';
import { PROGRAM, scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';

const MIB = 1024 * 1024;
const noise = (seed: number, size: number) => Buffer.alloc(size, `\xff${seed}`, 'latin1');

test('killed at any moment: a page has its file whole, or there is no page', async () => {
  const store = temporaryStore();
  await scrap(['add', 'begin'], { store });
  const place = temporaryDirectory();
  let acknowledged = 0;
  for (let i = 1; i <= 8; i += 1) {
    const file = join(place, `f${i}.bin`);
    writeFileSync(file, noise(i, 6 * MIB));
    const child = spawn(process.execPath, [PROGRAM, 'add', '--file', file], {
      env: { PATH: process.env['PATH'] ?? '', HOME: place, SCRAP_STORE: store },
      stdio: 'ignore',
    });
    const late = setTimeout(() => child.kill('SIGKILL'), 60 + i * 60);
    const [status] = (await once(child, 'exit')) as [number | null];
    clearTimeout(late);
    if (status === 0) acknowledged += 1;
  }
  const opened = openStore(store);
  const pages = opened.all('SELECT 1 FROM page_files').length;
  expect(pages).toBeGreaterThanOrEqual(acknowledged);
  const found = findFiles(opened, [`${store}.files`]);
  expect(found.missing).toEqual([]);
  // what was cut off is swept, and what was not is as it was
  const { sweepFiles } = await files.sweep();
  const later = openStore(store, { now: () => new Date(Date.now() + 25 * 60 * 60 * 1000) });
  sweepFiles(later);
  expect(filesBelow(`${store}.files`)).toHaveLength(pages);
  opened.close();
  later.close();
});

test('a full disk keeps the files it has, and nothing of the one that did not fit', async () => {
  const place = temporaryDirectory();
  if (!mounted(place, '-t', 'tmpfs', '-o', 'size=12m', 'tmpfs')) {
    process.stderr.write('a full disk was not tried: this user may not mount one\n');
    return;
  }
  const store = openStore(join(place, 'scrap.db'), { mayCreate: true });
  await pageWith(store, noise(1, 4 * MIB), 'fits.bin');
  const before = filesBelow(`${store.file}.files`);
  await expect(kept(store, noise(2, 20 * MIB))).rejects.toMatchObject({
    code: 'disk',
    details: { reason: 'full' },
  });
  expect(filesBelow(`${store.file}.files`)).toEqual(before);
  expect(findFiles(store, [`${store.file}.files`])).toEqual({ count: 1, missing: [] });
  await pageWith(store, noise(3, 2 * MIB), 'fits-too.bin');
  store.close();
});
