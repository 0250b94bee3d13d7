/** Who wrote it, where that was not the owner. */
interface Provenance {
  readonly author: string;
  readonly client?: string;
  readonly origin?: string;
}

/**
 * The mark on what an agent wrote, which leads to everything agents wrote. `whole` adds what it
 * was written with and for.
 */
export function Badge({ of, whole = false }: { of: Provenance; whole?: boolean }) {
  if (of.author !== 'claude') return null;
  return (
    <a class="badge" href="/search?query=is%3Aclaude" title="All that agents wrote">
      <Agent of={whole ? of : { author: of.author }} />
    </a>
  );
}

/** Which agent, with what and for what, where nothing leads anywhere. */
export function Agent({ of: { client, origin } }: { of: Provenance }) {
  return (
    <>
      <span aria-hidden="true">◆ </span>Claude{client === undefined ? '' : ` via ${client}`}
      {origin === undefined ? '' : `, for ${origin}`}
    </>
  );
}
