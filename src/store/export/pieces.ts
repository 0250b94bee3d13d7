import type { Store } from '../database/store.ts';

/** The forms of an export that are one text. */
export const FORMATS = ['metadata', 'content', 'jsonl'] as const;
export type Format = (typeof FORMATS)[number];

/**
 * An export as a stream of texts, of a few hundred pages each at most; others get their turn
 * between two of them. `metadata` is JSON in Emanote's shape, `content` one Markdown text for a
 * model, `jsonl` everything with its history, which `import` restores; with `after`, only what a
 * copy with that stand lacks (jsonl.ts).
 */
export async function* exportPieces(
  store: Store,
  format: Format,
  after?: string,
): AsyncGenerator<string> {
  switch (format) {
    case 'metadata':
      yield* (await import('./metadata.ts')).metadataPieces(store);
      return;
    case 'content':
      yield* (await import('./content.ts')).contentPieces(store);
      return;
    case 'jsonl':
      yield* (await import('./jsonl.ts')).jsonlPieces(store, after);
  }
}
