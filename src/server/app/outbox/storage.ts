import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

import { Cell } from '../cell.ts';
import type { Entry } from './entry.ts';

interface Kept extends DBSchema {
  outbox: { key: number; value: Entry };
  /** Texts that are being written, by place: `add`, `edit:<slug>` … */
  drafts: { key: string; value: unknown };
}

/** False when this browser keeps nothing for the app: then it lives as long as its tab. */
export const storageWorks = new Cell(true);

let database: Promise<IDBPDatabase<Kept> | undefined> | undefined;

function open(): Promise<IDBPDatabase<Kept> | undefined> {
  database ??= connect().catch(refused);
  return database;
}

/** Asynchronous throughout, since some browsers throw where they could reject. */
async function connect(): Promise<IDBPDatabase<Kept>> {
  return openDB<Kept>('scrap', 1, {
    upgrade(db) {
      db.createObjectStore('outbox', { keyPath: 'id', autoIncrement: true });
      db.createObjectStore('drafts');
    },
    // A newer version of the app wants to change the shape: this one must not stand in its way.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    terminated: () => (database = undefined),
  });
}

/** Private windows and full disks refuse; the app then goes on in memory, and says so. */
function refused(): undefined {
  storageWorks.set(false);
  return undefined;
}

/** What could not be stored, in order; negative numbers keep them apart from stored ones. */
const inMemory = new Map<number, Entry>();
const draftsInMemory = new Map<string, unknown>();
let lastInMemory = -1_000_000;

/** Stores a new entry, on the disk if at all possible. It never throws: nothing may be lost. */
export async function put(entry: Entry): Promise<void> {
  const db = await open();
  if (entry.id === undefined || entry.id > 0) {
    const stored = await db?.put('outbox', entry).catch(refused);
    if (stored !== undefined) return;
  }
  const id = entry.id ?? ++lastInMemory;
  inMemory.set(id, { ...entry, id });
}

export async function remove(id: number): Promise<void> {
  inMemory.delete(id);
  const db = await open();
  await db?.delete('outbox', id).catch(refused);
}

/** Everything that waits, the oldest first. */
export async function all(): Promise<Entry[]> {
  const db = await open();
  const stored = (await db?.getAll('outbox').catch(refused)) ?? [];
  return [...stored, ...inMemory.values()];
}

/** Whether closing the tab now would lose something. */
export function wouldLose(): boolean {
  return inMemory.size > 0;
}

/** A draft, or undefined where there is none. */
export async function readDraft<T>(place: string): Promise<T | undefined> {
  const db = await open();
  const stored = await db?.get('drafts', place).catch(refused);
  return (stored ?? draftsInMemory.get(place)) as T | undefined;
}

/** Keeps a draft; undefined lets it go. */
export async function writeDraft(place: string, draft: unknown): Promise<void> {
  const db = await open();
  if (draft === undefined) {
    draftsInMemory.delete(place);
    await db?.delete('drafts', place).catch(refused);
    return;
  }
  const stored = await db?.put('drafts', draft, place).catch(refused);
  if (stored === undefined) draftsInMemory.set(place, draft);
}
