import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..', '..');

/**
 * Bundles a TypeScript file of the tests for a process of its own, from the sources as they are,
 * and gives the path to run with node. For `beforeAll`; `remove` is for `afterAll`.
 */
export async function bundle(file: string): Promise<{ path: string; remove: () => void }> {
  // Inside the project, so that the packages that stay outside are found.
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const directory = mkdtempSync(join(cache, 'scrap-test-'));
  const built = await rolldown({
    cwd: root,
    input: { child: file },
    platform: 'node',
    external: ['sqlite-n22'],
    logLevel: 'silent', // what fails is thrown
  });
  await built.write({ dir: directory, format: 'cjs', entryFileNames: '[name].cjs' });
  await built.close();
  const migrations = join('src', 'store', 'database', 'migrations');
  cpSync(join(root, migrations), join(directory, 'migrations'), { recursive: true });
  const remove = () => rmSync(directory, { recursive: true, force: true });
  return { path: join(directory, 'child.cjs'), remove };
}
