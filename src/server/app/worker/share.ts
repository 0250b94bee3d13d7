import { type Attached, type Entry, labelOf, makeEntry } from '../outbox/entry.ts';
import { discard, enqueue, flush } from '../outbox/queue.ts';
import { storageWorks } from '../outbox/storage.ts';
import { registerSync } from '../outbox/sync.ts';
import { pageOfShare, type Shared } from '../../shared-text.ts';

/** The same thing shared again within this is a thumb that pressed twice, in ms. */
const TWICE = 3_000;

let last = { what: '', at: 0 };

/**
 * Answers a share: what was shared is put into the outbox and the app is opened, with a network
 * or without one. Where nothing can be stored here, the server takes the share itself.
 */
export async function takeShare(
  request: Request,
  worker: ServiceWorkerRegistration,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  const untouched = request.clone();
  const form = await request.formData().catch(() => undefined);
  if (form === undefined) return fetch(untouched); // the server says what is wrong with it
  const entry = entryOf(form);
  if (entry === undefined) return seeOther('/?shared=nothing');
  const what = JSON.stringify([entry.input, entry.files?.map(({ bytes }) => bytes.size)]);
  const isTwice = last.what === what && Date.now() - last.at < TWICE;
  last = { what, at: Date.now() };
  if (!isTwice) await enqueue(entry);
  if (!storageWorks.value) {
    await discard(entry);
    return fetch(untouched);
  }
  waitUntil(registerSync(worker).then(flush));
  return seeOther('/?shared=kept');
}

/** What a share is in the outbox; undefined where nothing was shared. */
function entryOf(form: FormData): Entry | undefined {
  const field = (name: keyof Shared) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
  };
  const files = form
    .getAll('files')
    .flatMap((file): Attached[] =>
      typeof file === 'string' || file.size === 0 ? [] : [{ name: file.name, bytes: file }],
    );
  const names = files.map(({ name }) => name);
  const shared = { title: field('title'), text: field('text'), url: field('url') };
  const page = pageOfShare(shared, names);
  if (page === undefined) return undefined;
  const label = page.title ?? labelOf(page.text);
  return {
    ...makeEntry('add', { ...page }, label === '' ? names.join(', ') : label, files),
    isShared: true,
  };
}

function seeOther(path: string): Response {
  return Response.redirect(path, 303);
}
