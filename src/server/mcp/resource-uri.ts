/** The parts of a resource's URI: `scrap://note/guide/mcp.md?offset=100`. */
export interface ResourceUri {
  /** `scrap` or `emanote`. */
  readonly scheme: string;
  /** `page`, `note`, `export` … */
  readonly kind: string;
  /** What follows, decoded: `%2F` and `/` are the same. */
  readonly rest: string;
  readonly query: ReadonlyMap<string, string>;
}

/**
 * Takes a URI apart as it was sent: URL would resolve `a/../b` and so answer for another name
 * than the one that was asked for. Undefined for what has no such parts or is not UTF-8.
 */
export function parseResourceUri(uri: string): ResourceUri | undefined {
  const [, scheme, kind, path, query] =
    /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([A-Za-z]+)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(uri) ?? [];
  if (scheme === undefined || kind === undefined) return undefined;
  try {
    return {
      scheme: scheme.toLowerCase(),
      kind: kind.toLowerCase(),
      rest: decodeURIComponent(path ?? ''),
      query: new Map(new URLSearchParams(query ?? '')),
    };
  } catch {
    return undefined;
  }
}
