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
  const by = whole && of.client !== undefined ? ` via ${of.client}` : '';
  const about = whole && of.origin !== undefined ? `, for ${of.origin}` : '';
  return (
    <a class="badge" href="/search?query=is%3Aclaude" title="All that agents wrote">
      <span aria-hidden="true">◆ </span>Claude{by}
      {about}
    </a>
  );
}
