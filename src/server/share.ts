import type { IncomingMessage } from 'node:http';

import { files, operations, perform, type Store } from '../store/index.ts';
import { readBody } from './body.ts';
import { callerOf } from './caller.ts';
import { CLOSE, type Refusal } from './refusal.ts';
import { pageOfShare, type Shared } from './shared-text.ts';

/** So much may be shared at once here, in bytes: a photo, or several small ones. */
const MOST = 32 * 1024 * 1024;
/** How long that may take over a phone's line, in ms. */
const LONGEST = 5 * 60_000;

/**
 * Takes a share as multipart form: `title`, `text`, `url`, `files`. On a phone the app's service
 * worker does that, offline too, and this is for when there is none. Gives the path to go on to,
 * or a refusal; throws what `add` and `putFile` throw.
 */
export async function takeShare(store: Store, request: IncomingMessage): Promise<string | Refusal> {
  const bytes = await readBody(request, MOST, LONGEST);
  if ('status' in bytes) return bytes.reason === 'too_large' ? TOO_LARGE : bytes;
  const form = await formOf(bytes, request.headers['content-type'] ?? '');
  if (form === undefined) return BAD_FORM;
  const chosen = form.getAll('files').filter((file) => typeof file !== 'string' && file.size > 0);
  const shared = pageOfShare(
    { title: field(form, 'title'), text: field(form, 'text'), url: field(form, 'url') },
    chosen.map((file) => (typeof file === 'string' ? '' : file.name)),
  );
  if (shared === undefined) return '/?shared=nothing';
  const ids: string[] = [];
  for (const file of chosen) if (typeof file !== 'string') ids.push(await put(store, file));
  const input = { ...shared, ...(ids.length === 0 ? {} : { files: ids }) };
  const caller = { ...callerOf(new Headers()), source: 'share' as const };
  const { slug } = await perform(await operations.add(), store, input, caller);
  return `/p/${encodeURIComponent(slug)}`;
}

async function formOf(bytes: Buffer, type: string): Promise<FormData | undefined> {
  try {
    const body = new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });
    return await body.formData();
  } catch {
    return undefined;
  }
}

/** Forms write line ends as two characters. */
function field(form: FormData, name: keyof Shared): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
}

async function put(store: Store, file: File): Promise<string> {
  const { putFile } = await files.put();
  const { fileToken } = await files.attach();
  const { id } = await putFile(store, [new Uint8Array(await file.arrayBuffer())]);
  return fileToken(id, file.name);
}

const TOO_LARGE: Refusal = {
  status: 413,
  code: 'invalid',
  reason: 'too_large',
  message: 'At most 32 MiB can be shared at once. Share fewer photos.',
  headers: CLOSE,
};

const BAD_FORM: Refusal = {
  status: 400,
  code: 'invalid',
  reason: 'bad_form',
  message: 'This is not a form of multipart/form-data with title, text, url and files.',
  headers: CLOSE,
};
