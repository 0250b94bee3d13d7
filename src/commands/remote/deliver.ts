import { setTimeout as rest } from 'node:timers/promises';

import { type ErrorCode, ScrapError } from '../../store/index.ts';
import type { Terminal } from '../terminal.ts';
import { clean } from '../width.ts';
import type { Outbox, Waiting } from './outbox.ts';
import { Decided, Fault, type Server } from './server.ts';

/** What is said with these is of the write; all else is of the moment, or of the way there. */
const ABOUT_WRITES: ReadonlySet<ErrorCode> = new Set([
  'invalid',
  'not_found',
  'conflict',
  'refused',
]);
/** How long another terminal that is delivering is waited for, in ms. */
const PATIENCE = 20_000;

/**
 * Delivers what waits, the oldest first, so that nothing written later overtakes it; by one
 * terminal at a time. What the server refuses stays, with its reason, and the next ones go on.
 * Throws what keeps it from being delivered, `busy` (away) where the server cannot be asked: what is
 * left waits on.
 */
export async function deliver(outbox: Outbox, server: Server, terminal: Terminal): Promise<void> {
  if (!outbox.entries().some(isDeliverable)) return;
  const release = await held(outbox);
  try {
    for (const { number, waiting } of outbox.entries().filter(isDeliverable)) {
      await deliverOne(outbox, server, terminal, number, waiting);
    }
  } finally {
    release();
  }
}

function isDeliverable(entry: {
  readonly number: number;
  readonly waiting: Waiting | undefined;
}): entry is { readonly number: number; readonly waiting: Waiting } {
  return entry.waiting !== undefined && entry.waiting.refused === undefined;
}

async function deliverOne(
  outbox: Outbox,
  server: Server,
  terminal: Terminal,
  number: number,
  waiting: Waiting,
): Promise<void> {
  const { operation, input, sender, at } = waiting;
  try {
    await outbox.sendFiles(waiting, server);
    const { answer } = await server.perform(operation, input, sender, at);
    outbox.drop(number);
    terminal.say(`delivered from the outbox: ${operation} ${clean(slugsIn(answer))}`);
  } catch (error) {
    const refused = refusalIn(error);
    if (refused === undefined) throw error;
    outbox.replace(number, { ...waiting, refused });
    terminal.say(
      `scrap: ${operation}, no. ${number} of the outbox, was refused: ${refused.message} It is kept: scrap outbox`,
    );
  }
}

/** Why this write is not taken, and would not be later; undefined for what is of the moment. */
function refusalIn(error: unknown): Waiting['refused'] {
  if (error instanceof Fault) return { code: 'bug', message: error.message };
  if (!(error instanceof Decided) || !ABOUT_WRITES.has(error.code)) return undefined;
  const { code, message } = error;
  return { code, message };
}

function slugsIn(answer: object): string {
  if ('slug' in answer) return String(answer.slug);
  const pages: unknown = 'pages' in answer ? answer.pages : [];
  const slugs = Array.isArray(pages) ? pages.map((page: { slug?: unknown }) => page.slug) : [];
  return slugs.slice(0, 5).join(', ');
}

async function held(outbox: Outbox): Promise<() => void> {
  for (const began = Date.now(); Date.now() - began < PATIENCE; await rest(100)) {
    const release = outbox.hold();
    if (release !== undefined) return release;
  }
  throw new ScrapError(
    'busy',
    'Another terminal is delivering what waits in the outbox. Try again when it has ended.',
    { reason: 'away' },
  );
}
