// Builds dist/: the program as CommonJS chunks, one per command, so that a start loads only what
// it needs, and beside them what it reads at run time: migrations and the table of commands.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

import { rolldown } from 'rolldown';

import { buildApp } from './build-app.mjs';
import { buildScreen, screenApart } from './build-screen.mjs';

const root = join(import.meta.dirname, '..');
// Made under another name and put in place whole, so that a program that runs meanwhile is not cut.
const dist = join(root, `dist.${process.pid}.new`);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });

/** commander loads child_process at each start, for commands that are programs of their own. */
const leaveOutChildProcess = {
  name: 'leave-out-child-process',
  resolveId: (source, importer) =>
    source === 'node:child_process' && /[/\\]commander[/\\]/.test(importer ?? '')
      ? '\0no-child-process'
      : undefined,
  load: (id) => (id === '\0no-child-process' ? 'export {};' : undefined),
};

/**
 * The MCP SDKs use most of zod, the store little. One module is kept whole for all who use it, so
 * they get a copy of their own; else every command would load ten times the zod it needs.
 */
const ownZodForServer = {
  name: 'own-zod-for-server',
  async resolveId(source, importer) {
    const asks = /[/\\](?:@modelcontextprotocol|zod-to-json-schema)[/\\]|\?server$/.test(
      importer ?? '',
    );
    if (!asks) return undefined;
    const found = await this.resolve(source, importer.replace(/\?server$/, ''), { skipSelf: true });
    return found !== null && /[/\\]zod[/\\]/.test(found.id) ? `${found.id}?server` : found;
  },
  load: (id) =>
    id.endsWith('?server') ? readFileSync(id.replace(/\?server$/, ''), 'utf8') : undefined,
};

const bundle = await rolldown({
  cwd: root,
  input: {
    cli: 'src/commands/cli.ts',
    table: 'src/commands/table.ts',
    store: 'src/store/index.ts',
    'extract-thread': 'src/server/fetch/extract-thread.ts',
  },
  platform: 'node',
  // Both are known: gray-matter's eval is never reached (src/store/text/front-matter.ts), and what
  // the store hands out lazily may be in the shared chunk already.
  checks: { eval: false, ineffectiveDynamicImport: false },
  external: ['sqlite-n22', 'sharp', 'heic-convert'],
  plugins: [leaveOutChildProcess, ownZodForServer, screenApart],
  transform: { define: { __SCRAP_VERSION__: JSON.stringify(version) } },
  treeshake: { moduleSideEffects: (id) => !id.includes('/src/') },
});
const { output } = await bundle.write({
  dir: dist,
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  minify: true,
  exports: 'named',
  // One chunk of what many share: each file more costs a start a third of a millisecond.
  codeSplitting: {
    groups: [
      {
        name: 'shared',
        test: (id) => !id.endsWith('?server') && !id.includes('/src/server/'),
        minShareCount: 5,
      },
    ],
  },
});
await bundle.close();

// What loads them is apart: it keeps them as compiled code, for exactly these files.
const hash = createHash('sha256');
for (const { fileName, code = '' } of output) hash.update(`${fileName}\0${code}\0`);
const start = await rolldown({
  cwd: root,
  input: 'src/commands/start.ts',
  platform: 'node',
  plugins: [
    {
      name: 'the-program-apart',
      resolveId: (source) =>
        source === './cli.ts' ? { id: './cli.cjs', external: 'relative' } : undefined,
    },
  ],
  transform: { define: { __SCRAP_BUILD__: JSON.stringify(hash.digest('hex').slice(0, 16)) } },
});
await start.write({
  file: join(dist, 'start.cjs'),
  format: 'cjs',
  minify: true,
  dynamicImportInCjs: false,
});
await start.close();

const screen = await buildScreen(root, dist);

// Which packages and rooms lie in which chunk, for the test that a command loads only what it needs.
const contents = [...output, screen].map(({ fileName, moduleIds = [] }) => [
  fileName,
  partsOf(moduleIds),
]);
writeFileSync(join(dist, 'chunks.json'), JSON.stringify(Object.fromEntries(contents)));

function partsOf(moduleIds) {
  const parts = moduleIds.map((id) => {
    const path = relative(root, id.replace(/\?.*$/, ''));
    return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path;
  });
  return [...new Set(parts)].toSorted();
}

cpSync(join(root, 'src/store/database/migrations'), join(dist, 'migrations'), { recursive: true });

const { commandTable } = createRequire(import.meta.url)(join(dist, 'table.cjs'));
writeFileSync(join(dist, 'table.json'), JSON.stringify(await commandTable()));

await buildApp(join(dist, 'app'));

const place = join(root, 'dist');
const old = join(root, `dist.${process.pid}.old`);
if (existsSync(place)) renameSync(place, old);
renameSync(dist, place);
rmSync(old, { recursive: true, force: true });
