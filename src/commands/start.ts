import { useCodeCache } from './code-cache.ts';

/**
 * What `bin/scrap.cjs` calls: runs a command line and gives the status to end with. Apart from the
 * rest of the program, so that the rest can be read as compiled code.
 */
export async function run(argv: readonly string[]): Promise<number> {
  useCodeCache();
  const cli = await import('./cli.ts');
  return cli.run(argv);
}
