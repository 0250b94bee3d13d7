import type { Store } from '../database/store.ts';
import { type PageFiles, pageFiles } from '../files/shown.ts';
import { given } from './given.ts';
import { type PageRow, tagsOf, textOf } from './row.ts';
import type { Kind, Status } from './words.ts';

/** A page as every door shows it. What is not set is absent, never null. */
export interface Page extends PageFiles {
  slug: string;
  title: string;
  kind: Kind;
  text?: string;
  tags: string[];
  status?: Status;
  due?: string;
  scheduled?: string;
  start?: string;
  repeat?: string;
  priority?: number;
  author: string;
  source: string;
  origin?: string;
  client?: string;
  fields?: Record<string, unknown>;
  path?: string;
  collection?: string;
  created: string;
  updated: string;
  done?: string;
  trashed?: string;
  revision: number;
  url: string;
  warnings?: string[];
}

/** A page without its text, as lists carry it. The one place where a row becomes a page. */
export function toPage(store: Store, row: PageRow): Page {
  return {
    slug: row.slug,
    title: row.title,
    kind: row.kind,
    tags: tagsOf(store, row.id),
    ...given('status', row.status),
    ...given('due', row.due),
    ...given('scheduled', row.scheduled),
    ...given('start', row.start),
    ...given('repeat', row.repeat),
    ...given('priority', row.priority),
    author: row.author,
    source: row.source,
    ...given('origin', row.origin),
    ...given('client', row.client),
    ...given('fields', row.fields === null ? null : (JSON.parse(row.fields) as Page['fields'])),
    ...given('path', row.path),
    ...given('collection', row.collection),
    created: row.created,
    updated: row.updated,
    ...given('done', row.done),
    ...given('trashed', row.trashed),
    revision: row.revision,
    url: pageUrl(store, row.slug),
    ...pageFiles(store, row),
    ...given('warnings', row.warnings === null ? null : (JSON.parse(row.warnings) as string[])),
  };
}

/** A page with its text, as `read` and every write answer it. */
export function toWholePage(store: Store, row: PageRow): Page {
  const { slug, title, kind, ...rest } = toPage(store, row);
  return { slug, title, kind, text: textOf(store, row.id), ...rest };
}

/** Where the app shows a page; built from the setting alone, never from a request. */
export function pageUrl(store: Store, slug: string): string {
  return `${store.setting.publicUrl}/p/${encodeURIComponent(slug)}`;
}
