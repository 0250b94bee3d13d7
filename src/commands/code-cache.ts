import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';

import { cacheDirectory } from './directories.ts';

/** Put in place by the build: a hash of the program's files. */
declare const __SCRAP_BUILD__: string;

/**
 * So many runs of a file add to its compiled code what they compiled: the first run of a command
 * may be its help, and every command uses the shared file in its own way.
 */
const LEARNED = 4;

/** One file of the program, as it was loaded. */
interface Loaded {
  readonly name: string;
  readonly script: Script;
  /** How many runs its kept code has learned from. */
  readonly runs: number;
}

/** What Node calls to run the text of a CommonJS file; not in its documentation, but as old as it. */
interface Compiling {
  _compile: (this: NodeJS.Module, text: string, file: string) => unknown;
}

/**
 * Keeps the program as compiled code between two runs, which takes a sixth off a start: V8 else
 * compiles each function anew when it is first called. Node 22 and later do that themselves. A
 * cache that cannot be read or written is done without; V8 refuses one of another version. Off
 * where NODE_DISABLE_COMPILE_CACHE is set, as for Node's own.
 */
export function useCodeCache(): void {
  if (process.env['NODE_DISABLE_COMPILE_CACHE'] !== undefined) return;
  const parent = join(cacheDirectory(), 'code');
  const own = join(parent, `${__SCRAP_BUILD__}-${process.version}-${process.arch}`);
  const { enableCompileCache } = Module as { enableCompileCache?: (directory: string) => unknown };
  if (enableCompileCache !== undefined) {
    enableCompileCache(own);
    return;
  }
  const program = dirname(__filename);
  const loaded: Loaded[] = [];
  const compiling = Module.prototype as unknown as Compiling;
  const compile = compiling._compile;
  compiling._compile = function (text, file) {
    // What imports an ES module is left to Node: from a script of ours that is still experimental,
    // which Node says on stderr, into the middle of a screen.
    if (dirname(file) !== program || text.includes('import(')) {
      return compile.call(this, text, file);
    }
    const name = `${basename(file)}.bin`;
    const kept = read(join(own, name));
    const script = new Script(Module.wrap(text), {
      filename: file,
      ...(kept === undefined ? {} : { cachedData: kept.code }),
    });
    const isKept = kept !== undefined && script.cachedDataRejected !== true;
    loaded.push({ name, script, runs: isKept ? kept.runs : 0 });
    const require = Object.assign((id: string) => this.require(id), {
      resolve: (id: string) => Module.createRequire(file).resolve(id),
    });
    const call = script.runInThisContext() as (...parts: unknown[]) => unknown;
    return call.call(this.exports, this.exports, require, this, file, program);
  };
  process.on('exit', () => {
    if (loaded.some(({ runs }) => runs < LEARNED)) keep(parent, own, loaded);
  });
}

interface Kept {
  readonly runs: number;
  readonly code: Buffer;
}

/**
 * A file of the cache: one byte with the number of runs, then the code twice. V8 runs damaged code
 * as if it were right; that two copies are alike is seen faster than any sum of one.
 */
function read(file: string): Kept | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return undefined;
  }
  const middle = (bytes.length + 1) / 2;
  const code = bytes.subarray(1, middle);
  if (code.length === 0 || !code.equals(bytes.subarray(middle))) return undefined;
  return { runs: bytes[0] ?? 0, code };
}

/** Writes the code of what was loaded, under another name until it is whole. */
function keep(parent: string, own: string, loaded: readonly Loaded[]): void {
  try {
    if (mkdirSync(own, { recursive: true, mode: 0o700 }) !== undefined) removeOthers(parent, own);
    for (const { name, script, runs } of loaded) {
      const unfinished = join(own, `${name}.${process.pid}`);
      const code = script.createCachedData();
      const bytes = Buffer.concat([Buffer.of(Math.min(runs + 1, LEARNED)), code, code]);
      writeFileSync(unfinished, bytes, { mode: 0o600 });
      renameSync(unfinished, join(own, name));
    }
  } catch {
    // A full or read-only disk: the next start compiles again.
  }
}

/** The code of earlier versions is of no use to anybody. */
function removeOthers(parent: string, own: string): void {
  for (const name of readdirSync(parent)) {
    if (name !== basename(own)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}
