import type { Store } from '../../store/index.ts';
import { buildServer, CONSTANT } from './build.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { createEndpoint, type EndpointOptions, type Mcp } from './endpoint.ts';

export interface McpOptions extends Omit<EndpointOptions, 'constant'> {
  readonly version: string;
}

/** `/mcp` of a store: what it has to offer, in both eras from one catalogue. */
export function createMcp(store: Store, { version, ...options }: McpOptions): Mcp {
  const { log } = options;
  let catalogue: Promise<Catalogue> | undefined;
  return createEndpoint(
    store,
    async (visit, era) => {
      catalogue ??= createCatalogue();
      return buildServer(store, { catalogue: await catalogue, version, log, era }, visit);
    },
    { ...options, constant: CONSTANT },
  );
}
