import {
  type CacheHint,
  Server,
  type ServerCapabilities,
  specTypeSchemas,
} from '@modelcontextprotocol/server';

import { asScrapError, type Store } from '../../store/index.ts';
import type { Log } from '../status.ts';
import { callTool } from './call.ts';
import type { Catalogue } from './catalogue.ts';
import type { Era } from './era.ts';
import { protocolFailure } from './failure.ts';
import { instructions } from './instructions.ts';
import { complete, listResources, listTemplates, readResource } from './resources.ts';
import type { Visit } from './visit.ts';

export interface BuildOptions {
  readonly catalogue: Catalogue;
  readonly version: string;
  readonly log: Log;
  readonly era: Era;
}

/** The methods whose results change only with the program. */
export const CONSTANT: ReadonlySet<string> = new Set(['tools/list', 'resources/templates/list']);

/** How long they hold, and what is one owner's (used since 2026-07-28). */
const HOUR: CacheHint = { ttlMs: 3_600_000, cacheScope: 'public' };
const MINUTE: CacheHint = { ttlMs: 60_000, cacheScope: 'private' };

/** Only what is there. Before 2026-07-28 there is no stream on which anything could be told. */
const CAPABILITIES: Readonly<Record<Era, ServerCapabilities>> = {
  modern: { tools: {}, resources: { subscribe: true, listChanged: true }, completions: {} },
  legacy: { tools: {}, resources: {}, completions: {} },
};

/**
 * A server for one request, in either era. The SDK's low-level one: its `McpServer` would take
 * and convert every schema anew each time.
 */
export function buildServer(
  store: Store,
  { catalogue, version, log, era }: BuildOptions,
  visit: Visit,
): Server {
  const server = new Server(
    { name: 'scrap', title: 'scrap', version, websiteUrl: store.setting.publicUrl },
    {
      capabilities: CAPABILITIES[era],
      instructions: instructions(catalogue, visit.level),
      cacheHints: {
        'tools/list': HOUR,
        'resources/templates/list': HOUR,
        'resources/list': MINUTE,
        'server/discover': MINUTE,
      },
    },
  );
  const listed = { params: specTypeSchemas.PaginatedRequestParams };
  const handled = <P, R>(handle: (params: P) => R | Promise<R>) => {
    return async (params: P) => {
      try {
        return await handle(params);
      } catch (error) {
        throw protocolFailure(asScrapError(error, store.file), log);
      }
    };
  };

  server.setRequestHandler('tools/call', ({ params }) =>
    callTool(store, catalogue, params, visit, log),
  );
  server.setRequestHandler('tools/list', listed, () => ({ tools: catalogue.tools(visit.level) }));
  server.setRequestHandler(
    'resources/list',
    listed,
    handled(() => listResources(store)),
  );
  server.setRequestHandler('resources/templates/list', listed, () => listTemplates());
  server.setRequestHandler(
    'resources/read',
    { params: specTypeSchemas.ReadResourceRequestParams },
    ({ uri }) => readResource(store, uri, log),
  );
  server.setRequestHandler(
    'completion/complete',
    { params: specTypeSchemas.CompleteRequestParams },
    handled((params) => complete(store, params)),
  );
  return server;
}
