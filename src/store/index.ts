/*
 * The face of the store: all that the other rooms may import, and the ordered list of operations.
 * The order is that of help, man page and tool list.
 */

import type { Store } from './database/store.ts';
import type { Operation } from './operation.ts';

export { asScrapError } from './database/failure.ts';
export { holdLock, holdServeLock, refuseWhileServed } from './database/lock.ts';
export type { StoreState } from './database/examine.ts';
export { openStore, type OpenOptions } from './database/open.ts';
export type { Store } from './database/store.ts';
export { patiently } from './database/patience.ts';
export { syncDirectory } from './database/sync.ts';
export { type ErrorCode, invalid, ScrapError } from './errors.ts';
export { exportPieces, type Format, FORMATS } from './export/pieces.ts';
export { MOST_BYTES } from './files/place.ts';
export { changesAfter, latestChange, type News } from './history/news.ts';
export { readInput } from './input.ts';
export { isSecure, LOOPBACK } from './loopback.ts';
export { nearest } from './nearest.ts';
export type { Job, JobKind, JobTools, Outcome, Work, Works } from './jobs/job.ts';
export { leadsFrom } from './notebooks/find-from.ts';
export type { Notebook } from './notebooks/mirrored.ts';
export {
  type Author,
  type Caller,
  type Effect,
  nameAt,
  type Operation,
  perform,
  type Source,
} from './operation.ts';
export { isReadAnotherWay } from './pages/derivation.ts';
export {
  latestSources,
  pathsFrom,
  slugsFrom,
  type Source as PageSource,
  sourceBySlug,
  sourcesByPath,
} from './pages/source.ts';
export { stampByPath, stampBySlug, stampOfDue } from './pages/stamps.ts';
export { bodyOf } from './text/body.ts';
export { dayIn, understandDay } from './text/days.ts';
export { understandRepeat } from './text/repeat-words.ts';
export { readTodoLine } from './text/todo-line.ts';
export { decode as decodeText } from './text/decode.ts';
export { itemWords } from './text/item-fields.ts';
export { boxOf } from './text/items.ts';
export type { Material } from './enrich/material.ts';
export type { Model, Usage } from './spending/prices.ts';
export { version } from './version.ts';

/** The query language in words: what `scrap help query` prints. */
export async function queryHelp(): Promise<string> {
  return (await import('./search/help.ts')).queryHelp();
}

/** The same as a table: what may be written, and what it finds. */
export async function queryTable() {
  return (await import('./search/help.ts')).queryTable();
}

/** The same in a few sentences, for models. */
export async function queryGist(): Promise<string> {
  return (await import('./search/help.ts')).queryGist();
}

/** Its operators, with the words that may follow where there is a choice. */
export async function queryWords(): Promise<
  readonly { name: string; finds: string; choices: readonly string[] }[]
> {
  return (await import('./search/help.ts')).queryWords();
}

/** Any operation, whatever it takes and gives. */
export type AnyOperation = Operation;

/**
 * Every operation by its name, loaded when it is first performed: a command that reads never
 * loads what writes, and a start never makes a schema it does not need.
 */
export const operations = {
  add: async () => (await import('./operations/add.ts')).add,
  add_many: async () => (await import('./operations/add_many.ts')).addMany,
  todo: async () => (await import('./operations/todo.ts')).todo,
  log: async () => (await import('./operations/log.ts')).log,
  search: async () => (await import('./operations/search.ts')).search,
  searches: async () => (await import('./operations/searches.ts')).searches,
  save_search: async () => (await import('./operations/searches.ts')).saveQuery,
  read: async () => (await import('./operations/read.ts')).read,
  links: async () => (await import('./operations/links.ts')).links,
  recent: async () => (await import('./operations/recent.ts')).recent,
  todos: async () => (await import('./operations/todos.ts')).todos,
  done: async () => (await import('./operations/done.ts')).done,
  reopen: async () => (await import('./operations/done.ts')).reopen,
  tags: async () => (await import('./operations/tags.ts')).tags,
  edit: async () => (await import('./operations/edit.ts')).edit,
  trash: async () => (await import('./operations/trash.ts')).trash,
  untrash: async () => (await import('./operations/trash.ts')).untrash,
  edit_meta: async () => (await import('./operations/edit_meta.ts')).editMeta,
  rename_tag: async () => (await import('./operations/rename_tag.ts')).renameTag,
  changes: async () => (await import('./operations/changes.ts')).changes,
  revisions: async () => (await import('./operations/revisions.ts')).revisions,
  diff: async () => (await import('./operations/diff.ts')).diff,
  revert: async () => (await import('./operations/revert.ts')).revert,
  review: async () => (await import('./operations/review.ts')).review,
  keep: async () => (await import('./operations/review.ts')).keep,
  purge: async () => (await import('./operations/purge.ts')).purge,
  fetch: async () => (await import('./operations/fetch.ts')).fetchLink,
  jobs: async () => (await import('./operations/jobs.ts')).jobs,
  jobs_cancel: async () => (await import('./operations/jobs.ts')).jobsCancel,
  jobs_retry: async () => (await import('./operations/jobs.ts')).jobsRetry,
  import: async () => (await import('./operations/import.ts')).importFiles,
  reindex: async () => (await import('./operations/reindex.ts')).reindex,
  lint: async () => (await import('./operations/lint.ts')).lint,
  notebook_add: async () => (await import('./operations/notebooks.ts')).notebookAdd,
  notebook_list: async () => (await import('./operations/notebooks.ts')).notebookList,
  notebook_sync: async () => (await import('./operations/notebooks.ts')).notebookSync,
  notebook_remove: async () => (await import('./operations/notebooks.ts')).notebookRemove,
  enrich: async () => (await import('./operations/enrich.ts')).enrich,
  accept_tags: async () => (await import('./operations/accept_tags.ts')).acceptTags,
  budget: async () => (await import('./operations/budget.ts')).budget,
  export: async () => (await import('./operations/export.ts')).exportPages,
} as const;

export type OperationName = keyof typeof operations;

/** What is for the owner at the store's own terminal alone, and so no operation of any door. */
export const upkeep = {
  backup: () => import('./database/backup.ts'),
  backups: () => import('./database/backups.ts'),
  examine: () => import('./database/examine.ts'),
  thin: () => import('./database/thin.ts'),
  restore: () => import('./database/restore.ts'),
  takeOver: () => import('./database/take-over.ts'),
  rebuild: () => import('./pages/rebuild.ts'),
} as const;

/** The notebook whose file a page follows; undefined for a page that is the store's own. */
export async function notebookOf(store: Store, page: { readonly collection?: string | undefined }) {
  return (await import('./notebooks/mirrored.ts')).notebookOf(store, page);
}

/** What keeps a copy of a store that is served elsewhere. */
export async function following() {
  return import('./export/follow.ts');
}

/** Files and pictures: putting them into the store, and what serving them takes. */
export const files = {
  put: () => import('./files/put.ts'),
  copy: () => import('./files/copy.ts'),
  attach: () => import('./files/attach.ts'),
  served: () => import('./files/served.ts'),
  from: () => import('./files/shown.ts'),
  sweep: () => import('./files/remove.ts'),
} as const;

/** What a server needs to keep notebooks mirrored while it runs. */
export async function mirroring() {
  const { notebooks } = await import('./notebooks/mirrored.ts');
  const { syncNotebook } = await import('./notebooks/sync.ts');
  return { notebooks, syncNotebook };
}

/** What asking a model about pages takes. */
export const enriching = {
  eligible: () => import('./enrich/eligible.ts'),
  material: () => import('./enrich/material.ts'),
  keep: () => import('./enrich/keep.ts'),
  sweep: () => import('./enrich/sweep.ts'),
  ledger: () => import('./spending/ledger.ts'),
  prices: () => import('./spending/prices.ts'),
} as const;

/** What fetching a link needs of its page. */
export async function links() {
  const { addressToFetch, putClip } = await import('./pages/put-clip.ts');
  const { mayLeadInside } = await import('./pages/link.ts');
  return { addressToFetch, mayLeadInside, putClip };
}

/** What a worker needs to do the jobs of the queue. */
export async function jobQueue() {
  const { isClaimed, markSent, NoLongerOurs, takeOff } = await import('./jobs/claimed.ts');
  const { releaseQueue, workerName } = await import('./jobs/lease.ts');
  const { claimJob, renewLease } = await import('./jobs/queue.ts');
  const { letGo, settleJob } = await import('./jobs/settle.ts');
  return {
    claimJob,
    isClaimed,
    letGo,
    markSent,
    NoLongerOurs,
    releaseQueue,
    renewLease,
    settleJob,
    takeOff,
    workerName,
  };
}

export type JobQueue = Awaited<ReturnType<typeof jobQueue>>;

/** All operations, loaded, in order. */
export async function allOperations(): Promise<AnyOperation[]> {
  return Promise.all(
    Object.values(operations).map(async (load) => (await load()) as unknown as AnyOperation),
  );
}
