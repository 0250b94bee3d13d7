import { get } from './api.ts';
import { readDraft, writeDraft } from './outbox/storage.ts';
import type { PageList } from './shapes.ts';

/** How many pages can be read offline: those that were changed last. The worker keeps as many. */
const KEPT = 200;
/** Between two requests, in ms: nobody waits for this. */
const PAUSE = 50;

/** What the views show first; at the first visit there is no worker yet that could keep it. */
const LISTS = ['/api/recent?limit=30', '/api/todos?limit=100', '/api/tags?limit=200'];

const PLACE = 'kept';
let isRunning = false;

/**
 * Reads the latest pages once, so that the service worker has them when there is no network.
 * Those that were read in their present revision are left out.
 */
export async function keepLatest(): Promise<void> {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (isRunning || !navigator.serviceWorker?.controller || connection?.saveData === true) return;
  isRunning = true;
  try {
    for (const list of LISTS) await get(list);
    const before = (await readDraft<Record<string, number>>(PLACE)) ?? {};
    const kept: Record<string, number> = {};
    for (const { slug, revision } of await latestPages()) {
      if (document.visibilityState === 'hidden') return;
      if (before[slug] !== revision) {
        await get(`/api/page/${encodeURIComponent(slug)}`);
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
      kept[slug] = revision;
    }
    await writeDraft(PLACE, kept);
  } catch {
    // Offline again, or a page that is gone: the next time it is tried anew.
  } finally {
    isRunning = false;
  }
}

async function latestPages() {
  const first = await get<PageList>('/api/recent?limit=100');
  const cursor = first.next_cursor;
  if (cursor === undefined) return first.pages;
  const next = await get<PageList>(`/api/recent?limit=100&cursor=${encodeURIComponent(cursor)}`);
  return [...first.pages, ...next.pages].slice(0, KEPT);
}
