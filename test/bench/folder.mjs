import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { inTurn } from './measure.mjs';

const scrap = join(import.meta.dirname, '../../bin/scrap.cjs');

/** A mirrored folder in which nothing has changed, beside find going through the same files. */
export function benchFolder(rows, home, sizes) {
  for (const size of sizes) {
    const folder = join(home, `notebook-${size}`);
    const store = join(home, `mirror-${size}.db`);
    if (!existsSync(store)) {
      const args = ['notebook', 'add', folder, '--name', 'mirror', '--store', store];
      const { status, stderr } = spawnSync(process.execPath, [scrap, ...args], {
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`notebook add ended with ${status}: ${stderr}`);
    }
    const taken = inTurn(
      {
        node: 'node -e 0',
        find: `find ${folder} -printf '%T@ %s'`,
        sync: `node ${scrap} notebook sync mirror --store ${store}`,
      },
      { runs: 5 },
    );
    rows.add(
      `sync of ${size} unchanged files: wall × (2 find + node -e 0)`,
      taken.sync.wall / (2 * taken.find.wall + taken.node.wall),
      1,
      `${taken.sync.wall.toFixed(0)} ms beside 2 × ${taken.find.wall.toFixed(0)} + ${taken.node.wall.toFixed(0)}`,
    );
  }
}
