import { type Context, Hono } from 'hono';

import {
  allOperations,
  type AnyOperation,
  latestChange,
  nameAt,
  nearest,
  perform,
  queryTable,
  ScrapError,
  type Store,
} from '../store/index.ts';
import { callerOf } from './caller.ts';
import { pageForApp } from './page.ts';
import { createExporter } from './export.ts';
import { LATEST_CHANGE } from './headers.ts';
import { queryFields } from './query.ts';
import { type Log, reply } from './status.ts';

/** What serve.ts read before: the JSON of a POST; undefined where there was none. */
export interface ApiEnv {
  Bindings: { readonly body: unknown; readonly target: string };
}

export interface ApiOptions {
  readonly version: string;
  readonly log: Log;
}

/**
 * The routes behind the guard: `/api/<operation>`, where what reads answers GET and POST and
 * the rest POST alone, `/api/export`, `/api/page/<slug>` and `/api/query` (what may be written in
 * one) for the app, and `/healthz`. Everything else is 404 in JSON.
 */
export async function createApi(store: Store, { version, log }: ApiOptions): Promise<Hono<ApiEnv>> {
  const api = new Hono<ApiEnv>();
  const offered = new Map<string, AnyOperation>();
  for (const operation of await allOperations()) {
    const name = nameAt(operation, 'http');
    if (name !== undefined) offered.set(name, operation);
  }

  api.get('/api/query', async (context) => context.json({ constructs: await queryTable() }));

  const exporter = createExporter(store, { version, log });
  api.get('/api/export', (context) =>
    exporter(queryFields(context.env.target), {
      method: context.req.method,
      known: context.req.header('if-none-match'),
    }),
  );

  api.all('/api/:operation', async (context) => {
    const operation = named(offered, context.req.param('operation'));
    const posted = context.req.method === 'POST';
    if (!posted && operation.effect !== 'reads') return onlyPost(context, operation);
    const sent = posted ? context.env.body : queryFields(context.env.target);
    const input = withKey(operation, sent, context.req.header('idempotency-key'));
    const caller = callerOf(context.req.raw.headers);
    // also on a refusal: what says it is the store and not the door
    context.header(LATEST_CHANGE, `${latestChange(store)}`);
    const answer = await perform(operation, store, input, caller);
    const made = 'created' in answer && answer.created === true;
    return context.json(answer, made ? 201 : 200, { [LATEST_CHANGE]: `${latestChange(store)}` });
  });

  api.get('/api/page/:slug', async (context) => {
    const caller = callerOf(context.req.raw.headers);
    return context.json(await pageForApp(store, context.req.param('slug'), caller));
  });

  api.get('/healthz', (context) => {
    store.pragma('schema_version'); // read from the file; throws when it is gone or damaged
    return context.json({ ok: true, version });
  });

  // A probe for OAuth gets neither the app nor a hint that anything is there.
  api.all('/.well-known/*', (context) => context.json(nothingHere(), 404));
  api.all('/mcp/.well-known/*', (context) => context.json(nothingHere(), 404));

  api.notFound((context) => context.json(nothingHere(), 404));
  api.onError((error, context) => {
    const { status, headers, body } = reply(error, log);
    return context.json(body, status, headers);
  });
  return api;
}

function named(offered: ReadonlyMap<string, AnyOperation>, name: string): AnyOperation {
  const operation = offered.get(name);
  if (operation !== undefined) return operation;
  const meant = nearest(name, offered.keys());
  const hint = meant === undefined ? [...offered.keys()].join(', ') : `/api/${meant}`;
  throw new ScrapError('not_found', `There is no such operation. Try ${hint}.`, {
    reason: 'operation',
  });
}

function onlyPost(context: Context, { name }: AnyOperation): Response {
  const message = `"${name}" changes pages, so it takes POST alone.`;
  return context.json({ error: { code: 'invalid', message, details: { reason: 'method' } } }, 405, {
    allow: 'POST',
  });
}

/** The header is the field `key` under the name that HTTP clients know (an IETF draft). */
function withKey(operation: AnyOperation, sent: unknown, header: string | undefined): unknown {
  if (header === undefined || !('key' in operation.input().shape)) return sent;
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  const key = 'key' in sent ? (sent.key ?? header) : header;
  if (key === header) return { ...sent, key };
  throw new ScrapError('conflict', 'Idempotency-Key and "key" differ. Send one of them.', {
    reason: 'key_conflict',
  });
}

function nothingHere() {
  const message =
    'There is nothing at this path. Operations are at /api/<name>, such as /api/search.';
  return { error: { code: 'not_found', message, details: { reason: 'path' } } };
}
