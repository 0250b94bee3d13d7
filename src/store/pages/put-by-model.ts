import type { Store } from '../database/store.ts';
import { forgetWords } from '../search/known-words.ts';
import type { Saying } from './by-model.ts';
import { foldedBeside, reindexPage } from './indexed.ts';
import { type PageRow, pageById } from './row.ts';

/** The page as the model was shown it. */
export type Shown = Pick<PageRow, 'id' | 'revision' | 'sha256'>;

/**
 * Writes what a model said about a page in the place of what was said before, and into the index.
 * The page itself stays as it is, so that this is no change of it. Call it in a transaction, in
 * which the page is there.
 */
export function putByModel(
  store: Store,
  shown: Shown,
  saying: Saying,
  { model, at }: { readonly model: string; readonly at: string },
): void {
  const before = foldedBeside(store, shown.id);
  store.run(
    `INSERT OR REPLACE INTO by_model
       (page_id, model, at, revision, text_sha256, title, kind, summary, tags, related, transcript)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    shown.id,
    model,
    at,
    shown.revision,
    shown.sha256,
    saying.title ?? null,
    saying.kind ?? null,
    saying.summary ?? null,
    jsonOrNull(saying.tags),
    jsonOrNull(saying.related),
    saying.transcript ?? null,
  );
  reindexPage(store, pageById(store, shown.id));
  forgetWords(store, [before]);
}

function jsonOrNull(values: readonly unknown[] = []): string | null {
  return values.length === 0 ? null : JSON.stringify(values);
}
