import type { IncomingMessage } from 'node:http';

import { files, MOST_BYTES, ScrapError, type Store } from '../../store/index.ts';
import { queryFields } from '../query.ts';
import { CLOSE, type Refusal } from '../refusal.ts';

/** The path that takes files. */
export const UPLOADS = '/api/files';

/** What an upload answers. */
export interface Uploaded {
  /** What `add` takes: it names the bytes and what they are called. */
  readonly id: string;
  readonly name?: string;
  /** Media type, told by the bytes. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Whether these bytes are new to the store. */
  readonly created: boolean;
}

/**
 * Takes the body of `POST /api/files?name=photo.jpg` into the store as it comes, never whole into
 * memory. The same bytes are the same file, so that a retry is harmless. A refusal where it is
 * too large or breaks off; throws what `putFile` throws.
 */
export async function takeUpload(
  store: Store,
  request: IncomingMessage,
): Promise<Uploaded | Refusal> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) return TOO_LARGE;
  const { name: named } = queryFields(request.url ?? '');
  const name = typeof named === 'string' && named !== '' ? named : undefined;
  const { putFile } = await files.put();
  const { fileToken } = await files.attach();
  const { cleanFileName } = await files.served();
  try {
    // what is left of a body that is refused is swallowed by whoever answers
    const body = request.iterator({ destroyOnReturn: false });
    const { id, type, size, created } = await putFile(store, body);
    return {
      id: fileToken(id, name),
      ...(name === undefined ? {} : { name: cleanFileName(name) }),
      type,
      size,
      created,
    };
  } catch (error) {
    if (error instanceof ScrapError && error.details?.reason === 'too_large') return TOO_LARGE;
    if (!request.complete && request.destroyed) return CUT_OFF;
    throw error;
  }
}

const TOO_LARGE: Refusal = {
  status: 413,
  code: 'invalid',
  reason: 'too_large',
  message: 'A file may have at most 25 MiB. Keep it elsewhere and add a link to it.',
  headers: CLOSE,
};

const CUT_OFF: Refusal = {
  status: 400,
  code: 'invalid',
  reason: 'cut_off',
  message: 'The file ended before its Content-Length. Send it again.',
  headers: CLOSE,
};
