// Makes a clone ready to run: installs the packages and builds the program when either is missing
// or older than what it comes from, and does nothing otherwise. Needs Node alone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

step({
  what: 'installing packages (once; compiling SQLite may take two minutes)',
  stamp: 'node_modules/.scrap-setup',
  from: ['package.json', 'package-lock.json'],
  also: process.version,
  command: ['npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']],
});
step({
  what: 'building',
  stamp: 'dist/.scrap-setup',
  from: [
    'package.json',
    'package-lock.json',
    'scripts/build.mjs',
    'scripts/build-app.mjs',
    'scripts/build-screen.mjs',
    'docs/phone.md',
    ...filesBelow('src'),
  ],
  also: '',
  command: [process.execPath, ['scripts/build.mjs']],
});

function step({ what, stamp, from, also, command: [program, args] }) {
  const hash = createHash('sha256').update(also);
  for (const file of from) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  const wanted = hash.digest('hex');
  const file = join(root, stamp);
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) return;
  process.stderr.write(`scrap: ${what} …\n`);
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}`);
    process.stderr.write(
      `scrap: that failed; see above. To try it alone: ${program} ${args.join(' ')}\n`,
    );
    process.exit(status ?? 1);
  }
  writeFileSync(file, wanted);
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
}
