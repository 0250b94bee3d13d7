import { join } from 'node:path';

import { inTurn } from './measure.mjs';

const scrap = `node ${join(import.meta.dirname, '../../bin/scrap.cjs')}`;
const bare = `node ${join(import.meta.dirname, 'bare-export.mjs')}`;

/** The metadata of all pages beside SQLite's own JSON of the same columns. */
export function benchExport(rows, stores) {
  for (const [size, store] of stores.slice(-2)) {
    const taken = inTurn(
      {
        node: 'node -e 0',
        bare: `${bare} ${store}`,
        metadata: `${scrap} export --format metadata --store ${store}`,
      },
      { runs: 3 },
    );
    rows.add(
      `export metadata, ${size} pages: CPU × json_group_array`,
      (taken.metadata.cpu - taken.node.cpu) / (taken.bare.cpu - taken.node.cpu),
      2,
      `${taken.metadata.wall.toFixed(0)} ms`,
    );
  }
}
