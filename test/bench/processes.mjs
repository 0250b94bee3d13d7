import { join } from 'node:path';

import { inTurn } from './measure.mjs';
import { COMMON, RARE } from './notebook.mjs';

const scrap = `node ${join(import.meta.dirname, '../../bin/scrap.cjs')}`;
const onOld = Number.parseInt(process.versions.node, 10) < 22;

/** Whole processes at each size of store, beside a bare node. */
export function benchProcesses(rows, stores) {
  const perSize = new Map();
  for (const [size, store] of stores) {
    const commands = {
      node: 'node -e 0',
      search: `${scrap} search ${RARE} --store ${store}`,
      common: `${scrap} search ${COMMON} --store ${store}`,
      read: `${scrap} read readable --store ${store}`,
      recent: `${scrap} recent --store ${store}`,
      todos: `${scrap} todos --store ${store}`,
      tags: `${scrap} tags --limit 20 --store ${store}`,
      add: `${scrap} add buy oat milk --store ${store}`,
      help: `${scrap} --help`,
    };
    const taken = inTurn(commands, { runs: 11 });
    perSize.set(size, taken);
    const base = taken.node.cpu;
    for (const name of ['search', 'read', 'recent', 'todos', 'tags', 'add']) {
      bounded(rows, `${name}, ${size} pages: CPU × node -e 0`, taken[name].cpu, base, 1.3);
    }
    bounded(rows, `--help, ${size} pages: CPU × node -e 0`, taken.help.cpu, base, 1.25);
    rows.add(
      `common word, ${size} pages: CPU × the rare one`,
      taken.common.cpu / taken.search.cpu,
      1.1,
    );
  }
  const [small, large] = [stores[0][0], stores.at(-1)[0]];
  for (const name of ['search', 'read', 'recent', 'todos', 'tags', 'add']) {
    const growth = perSize.get(large)[name].cpu / perSize.get(small)[name].cpu;
    const drift = perSize.get(large).node.cpu / perSize.get(small).node.cpu;
    rows.add(`${name}: CPU at ${large} × at ${small} pages`, growth / drift, 1.1);
  }
}

/** On Node 20 a multiple of a bare node; newer ones start in half the time, so at most 20 ms more. */
function bounded(rows, what, cpu, base, bound) {
  if (onOld) rows.add(what, cpu / base, bound, `${cpu.toFixed(0)} ms beside ${base.toFixed(0)}`);
  else rows.add(`${what} (ms more)`, cpu - base, 20);
}
