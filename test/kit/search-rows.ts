import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A query, how it is understood, and the pages of ten-scripts.ts it finds, by the alphabet. */
export interface SearchRow {
  readonly query: string;
  readonly canonical: string;
  readonly slugs: string;
}

/** The rows of test/fixtures/searches.tsv, each looked at by a person when it was written. */
export function searchRows(): SearchRow[] {
  const file = join(import.meta.dirname, '..', 'fixtures', 'searches.tsv');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [query = '', canonical = '', slugs = ''] = line.split('\t');
    return { query, canonical, slugs };
  });
}
