// Whole processes, measured by the shell: CPU and wall seconds, in turn with a bare node, so that
// a ratio holds while the machine's speed drifts.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** One run of a shell command: `{ cpu, wall }` in ms. Throws when it fails. */
function once(command, env) {
  const script = `TIMEFORMAT='%U %S %R'; time { ${command} ; } >/dev/null 2>/tmp/scrap-bench-err`;
  const { stderr, status } = spawnSync('bash', ['-c', script], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  const figures = /(\d+\.\d+) (\d+\.\d+) (\d+\.\d+)\s*$/.exec(stderr);
  if (status !== 0 || figures === null) {
    throw new Error(
      `failed (${status}): ${command}\n${stderr}${readFileSync('/tmp/scrap-bench-err', 'utf8')}`,
    );
  }
  const [, user, system, wall] = figures.map(Number);
  return { cpu: (user + system) * 1000, wall: wall * 1000 };
}

/** Medians of `runs` runs of each command, taken in turn; `{ name: { cpu, wall } }`. */
export function inTurn(commands, { runs = 9, env = {} } = {}) {
  const taken = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let i = -1; i < runs; i++) {
    for (const [name, command] of Object.entries(commands)) {
      const figures = once(command, env);
      if (i >= 0) taken[name].push(figures); // the first is a warm-up
    }
  }
  return Object.fromEntries(
    Object.entries(taken).map(([name, all]) => [
      name,
      { cpu: median(all.map((each) => each.cpu)), wall: median(all.map((each) => each.wall)) },
    ]),
  );
}

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** CPU ms a process has used so far (Linux). */
export function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10; // ticks of 10 ms
}

/** Collects rows and prints them as one table; a bound is a number or absent. */
export function table() {
  const rows = [];
  return {
    add(what, value, bound, note = '') {
      rows.push({ what, value, bound, note });
      const shown = `${value.toFixed(2)}${bound === undefined ? '' : ` (≤ ${bound})`}`;
      const verdict = bound === undefined || value <= bound ? '' : '  OVER';
      process.stdout.write(`${what.padEnd(58)} ${shown.padStart(16)}${verdict}  ${note}\n`);
    },
    over: () => rows.filter((row) => row.bound !== undefined && row.value > row.bound),
  };
}
