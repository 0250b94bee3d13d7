import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** The views that have an address of their own; each is the same document. */
const VIEWS = /^\/(?:(?:add|search|todos|tags|review|trash)?|p\/[^/]+)$/;

/** A file of the app, as the build made it. */
interface AppFile {
  readonly type: string;
  readonly etag: string;
  /** Its name changes when it does. */
  readonly immutable: boolean;
  readonly plain: Buffer;
  /** By content coding. */
  readonly packed: ReadonlyMap<string, Buffer>;
}

/** What the app consists of, by the path it has in a URL. */
export type AppFiles = ReadonlyMap<string, AppFile>;

/**
 * Reads the built app once, at the start. Requests are answered from this map alone, so no path
 * is ever made of what a URL says. Empty where the app was not built.
 */
export function readApp(folder: string): AppFiles {
  const files = new Map<string, AppFile>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const plain = readFileSync(file);
    const hash = createHash('sha256').update(plain).digest('base64url');
    files.set(path === '/index.html' ? '/' : path, {
      type,
      etag: `"${hash.slice(0, 22)}"`,
      immutable: path.startsWith('/assets/'),
      plain,
      packed: packedForms(file),
    });
  }
  return files;
}

function packedForms(file: string): Map<string, Buffer> {
  const forms = new Map<string, Buffer>();
  for (const [coding, tail] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (existsSync(file + tail)) forms.set(coding, readFileSync(file + tail));
  }
  return forms;
}

/** Answers a GET or HEAD for a file or a view of the app; false where the path is neither. */
export function serveApp(
  files: AppFiles,
  path: string,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): boolean {
  const file = files.get(VIEWS.test(path) ? '/' : path);
  if (file === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  response.setHeader('etag', file.etag);
  response.setHeader('vary', 'accept-encoding');
  response.setHeader(
    'cache-control',
    file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
  if (headers['if-none-match'] === file.etag) {
    response.writeHead(304).end();
    return true;
  }
  const accepted = (headers['accept-encoding'] ?? '').split(/\s*,\s*/);
  const coding = [...file.packed.keys()].find((name) => accepted.includes(name));
  const body = (coding === undefined ? undefined : file.packed.get(coding)) ?? file.plain;
  if (coding !== undefined) response.setHeader('content-encoding', coding);
  response.writeHead(200, { 'content-type': file.type, 'content-length': body.length });
  response.end(method === 'HEAD' ? undefined : body);
  return true;
}
