import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

test('no statement is left open between two rows, which would let the log grow without end', () => {
  const source = join(import.meta.dirname, '..', 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(files).toContain(join('store', 'database', 'store.ts'));
  const open = files.filter((name) =>
    readFileSync(join(source, name), 'utf8').includes('.iterate('),
  );
  expect(open).toEqual([]);
});
