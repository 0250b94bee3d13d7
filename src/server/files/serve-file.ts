import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

import { files, type Store } from '../../store/index.ts';
import type { Refusal } from '../refusal.ts';
import { isPictureSize, makePicture, type PictureSize } from './picture.ts';

const FILE = /^\/files\/([0-9a-f]{32})(?:\/([^/]*))?$/;
const PICTURE = /^\/pictures\/([0-9a-f]{32})\/([a-z]+)$/;

/**
 * On every file: it is a stranger's, and may look like a document of ours. It runs nothing,
 * loads nothing, and is of an origin of its own.
 */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Whether a path is one of a file or picture. */
export function isFilePath(path: string): boolean {
  return path.startsWith('/files/') || path.startsWith('/pictures/');
}

/**
 * Answers a GET or HEAD of `/files/<id>/<name>` with the bytes as they came, or of
 * `/pictures/<id>/small` (or `large`) with a picture made of them. The type comes from a closed
 * list; what is not on it can only be saved. Gives a refusal where there is no such file.
 */
export async function serveFile(
  store: Store,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Refusal | undefined> {
  const [, fileId, name = ''] = FILE.exec(path) ?? [];
  if (fileId !== undefined) return serveBytes(store, fileId, decoded(name), request, response);
  const [, pictureId = '', size = ''] = PICTURE.exec(path) ?? [];
  if (!isPictureSize(size)) return NOTHING;
  return servePicture(store, pictureId, size, request, response);
}

async function serveBytes(
  store: Store,
  id: string,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Refusal | undefined> {
  const { fileById, mayOpen, cleanFileName } = await files.served();
  const file = fileById(store, id);
  if (file === undefined) return NOTHING;
  const isOpened = mayOpen(file.type);
  const charset = file.type === 'text/plain' ? '; charset=utf-8' : '';
  const saved = encodeURIComponent(cleanFileName(name)).replaceAll("'", '%27');
  return send(file.place, request, response, {
    'content-type': isOpened ? file.type + charset : 'application/octet-stream',
    'content-disposition': `${isOpened ? 'inline' : 'attachment'}; filename*=UTF-8''${saved}`,
    etag: `"${id}"`,
    'cache-control': FOR_EVER,
  });
}

async function servePicture(
  store: Store,
  id: string,
  size: PictureSize,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Refusal | undefined> {
  const { fileById, isPicture, mayOpen } = await files.served();
  const file = fileById(store, id);
  if (file === undefined || !isPicture(file.type)) return NOTHING;
  const place = await makePicture(store, file, size);
  if (place !== undefined) {
    return send(place, request, response, {
      'content-type': 'image/webp',
      etag: `"${id}-${size}"`,
      'cache-control': FOR_EVER,
    });
  }
  // none can be made here, perhaps for want of a program; the browser may do better
  if (!mayOpen(file.type)) return NO_PICTURE;
  return send(file.place, request, response, {
    'content-type': file.type,
    'cache-control': 'no-cache',
  });
}

/** By its bytes, an id names the same file for ever; by other people's caches it is never kept. */
const FOR_EVER = 'private, max-age=31536000, immutable';

async function send(
  place: string,
  request: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): Promise<Refusal | undefined> {
  const file = await openOrNothing(place);
  if (file === undefined) return LOST;
  try {
    response.setHeader('content-security-policy', SANDBOX);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (headers['etag'] !== undefined && request.headers['if-none-match'] === headers['etag']) {
      response.writeHead(304).end();
      return undefined;
    }
    response.writeHead(200, { 'content-length': (await file.stat()).size });
    if (request.method === 'HEAD') response.end();
    // who leaves in the middle is no fault of ours
    else await pipeline(file.createReadStream({ autoClose: false }), response).catch(() => {});
    return undefined;
  } finally {
    await file.close();
  }
}

async function openOrNothing(place: string): Promise<FileHandle | undefined> {
  try {
    return await open(place);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return '';
  }
}

const NOTHING: Refusal = {
  status: 404,
  code: 'not_found',
  reason: 'file',
  message: 'There is no such file. Take its address from the page that has it.',
  headers: {},
};

const NO_PICTURE: Refusal = {
  status: 404,
  code: 'not_found',
  reason: 'picture',
  message: 'This picture cannot be made smaller here. Take the file itself: /files/<id>',
  headers: {},
};

const LOST: Refusal = {
  status: 404,
  code: 'not_found',
  reason: 'file_lost',
  message: 'The bytes of this file are gone from the disk. Bring them back: scrap backup restore',
  headers: {},
};
