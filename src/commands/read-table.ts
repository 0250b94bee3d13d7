import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Row } from './table.ts';

/** The table of commands as the build has written it. */
export function readTable(): Row[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'table.json'), 'utf8')) as Row[];
}
