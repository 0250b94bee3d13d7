import {
  type CompleteRequestParams,
  type CompleteResult,
  INVALID_PARAMS,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  ProtocolError,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';

import { asScrapError, type Store } from '../../store/index.ts';
import type { Log } from '../status.ts';
import { resourceFailure } from './failure.ts';
import { type Kind, RESOURCE_KINDS, variableOf } from './resource-kinds.ts';
import { parseResourceUri, type ResourceUri } from './resource-uri.ts';

const KINDS = Object.entries(RESOURCE_KINDS);

/** The fixed resources and the latest pages: of one length however large the store is. */
export function listResources(store: Store): ListResourcesResult {
  const resources = KINDS.flatMap(([, kind]) =>
    kind.listed(store).map(({ updated, ...listed }) => ({
      ...listed,
      mimeType: kind.mimeType,
      // Said once for all pages, by their template.
      ...(variableOf(kind) === undefined ? { description: kind.description } : {}),
      ...(updated === undefined ? {} : { annotations: { lastModified: updated } }),
    })),
  );
  return { resources };
}

export function listTemplates(): ListResourceTemplatesResult {
  const templates = KINDS.filter(([, kind]) => variableOf(kind) !== undefined);
  const resourceTemplates = templates.map(([name, { uri, title, description, mimeType }]) => ({
    uriTemplate: uri,
    name,
    title,
    description,
    mimeType,
  }));
  return { resourceTemplates };
}

/**
 * Reads a resource; its URI comes back as it was sent. What does not fit is named by a second
 * entry, whose URI goes on. Throws a protocol error: see `resourceFailure`, and `unknown` for a
 * URI that is not of scrap's.
 */
export async function readResource(
  store: Store,
  uri: string,
  log: Log,
): Promise<ReadResourceResult> {
  const found = kindOf(uri);
  if (typeof found === 'string') throw unknown(uri, found);
  const { kind, parsed } = found;
  try {
    const { text, next } = await kind.read(store, parsed);
    const contents = [{ uri, mimeType: kind.mimeType, text }];
    return { contents: next === undefined ? contents : [...contents, goesOn(uri, next)] };
  } catch (error) {
    throw resourceFailure(asScrapError(error, store.file), uri, log);
  }
}

/** Which kind a URI is of, and its parts; else what is wrong with it. */
function kindOf(
  uri: string,
): { readonly kind: Kind; readonly parsed: ResourceUri } | 'uri' | 'scheme' | 'kind' {
  const parsed = parseResourceUri(uri);
  if (parsed === undefined) return 'uri';
  if (!KINDS.some(([, { schemes }]) => schemes.includes(parsed.scheme))) return 'scheme';
  const [, kind] = KINDS.find(([name]) => name === parsed.kind) ?? [];
  if (kind?.schemes.includes(parsed.scheme) !== true) return 'kind';
  const itsOwn = ['scrap:/', parsed.kind, ...(parsed.rest === '' ? [] : [parsed.rest])].join('/');
  return variableOf(kind) === undefined && kind.uri !== itsOwn ? 'kind' : { kind, parsed };
}

/** The stamp of what a URI leads to (see `Kind.stamp`), to be asked for again and again. */
export function stampFor(store: Store, uri: string): (() => string | undefined) | undefined {
  const found = kindOf(uri);
  return typeof found === 'string' ? undefined : () => found.kind.stamp(store, found.parsed);
}

function goesOn(uri: string, next: string) {
  const rest = `${uri.split('?', 1)[0]}?${next}`;
  return { uri: rest, mimeType: 'text/plain', text: `Cut here, being too long. Go on at ${rest}` };
}

function unknown(uri: string, reason: 'uri' | 'scheme' | 'kind'): ProtocolError {
  const supported = KINDS.map(([, kind]) => kind.uri);
  const message = `Nothing is served at such a URI. Served are ${supported.join(', ')}.`;
  return new ProtocolError(INVALID_PARAMS, message, { uri, reason, supported });
}

/** How many values a completion may have at most (MCP, completion/complete). */
const MOST_VALUES = 100;

/** Completes the argument of a template by its beginning; nothing else has arguments. */
export function complete(store: Store, { ref, argument }: CompleteRequestParams): CompleteResult {
  const uri = ref.type === 'ref/resource' ? ref.uri : undefined;
  const [, kind] = KINDS.find(([, each]) => each.uri === uri) ?? [];
  if (kind?.complete === undefined || variableOf(kind) !== argument.name) {
    const templates = listTemplates().resourceTemplates.map(({ uriTemplate }) => uriTemplate);
    const message = `This has no such argument. Arguments are those of ${templates.join(' and ')}.`;
    throw new ProtocolError(INVALID_PARAMS, message);
  }
  const found = kind.complete(store, argument.value);
  const values = found.slice(0, MOST_VALUES);
  return { completion: { values, total: found.length, hasMore: found.length > values.length } };
}
