import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Which rooms a room may import. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  store: [],
  server: ['store'],
  commands: ['store', 'server'],
};

/** The one place where a package may be imported. */
const HOMES: Readonly<Record<string, RegExp>> = {
  'better-sqlite3': /^src\/store\/database\//,
  'gray-matter': /^src\/store\/text\/front-matter\.ts$/,
  commander: /^src\/commands\//,
  ink: /^src\/commands\/ui\//,
  react: /^src\/commands\/ui\//,
  undici: /^src\/(?:server\/(?:fetch|model)|commands\/remote)\//,
  hono: /^src\/server\//,
  '@hono/node-server': /^src\/server\//,
  '@modelcontextprotocol/server': /^src\/server\/mcp\//,
};

interface Import {
  readonly file: string;
  readonly target: string;
}

describe('the arrows between the rooms', () => {
  const imports = importsBelow('src');

  test('there is something to look at', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  test('point downwards, and only at the face of the store', () => {
    expect(imports.flatMap((each) => wrongArrow(each) ?? [])).toEqual([]);
  });

  test.each([
    ['src/store/pages/find.ts', '../../server/guard.ts'],
    ['src/server/api.ts', '../commands/cli.ts'],
    ['src/server/api.ts', '../store/pages/row.ts'],
    ['src/commands/add.ts', '../store/text/fold.ts'],
  ])('%s importing %s would be seen', (file, target) => {
    expect(wrongArrow({ file, target })).toBeDefined();
  });

  test('packages stay in their rooms', () => {
    expect(imports.flatMap((each) => strayPackage(each) ?? [])).toEqual([]);
    const planted = { file: 'src/server/api.ts', target: 'better-sqlite3' };
    expect(strayPackage(planted)).toBeDefined();
  });
});

function wrongArrow({ file, target }: Import): string | undefined {
  if (!target.startsWith('.')) return undefined;
  const path = relative(root, join(root, dirname(file), target));
  const from = file.split('/')[1] ?? '';
  const [, to = ''] = path.split('/');
  if (from === to) return undefined;
  const known = ARROWS[from]?.includes(to) === true;
  const faced = to !== 'store' || path === 'src/store/index.ts';
  return known && faced ? undefined : `${file} imports ${path}`;
}

function strayPackage({ file, target }: Import): string | undefined {
  const home = HOMES[target];
  return home === undefined || home.test(file) ? undefined : `${file} imports ${target}`;
}

function importsBelow(folder: string): Import[] {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const found = source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g);
    return [...found].map(([, target = '']) => ({ file, target }));
  });
}
