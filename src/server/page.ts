import { type Caller, operations, perform, ScrapError, type Store } from '../store/index.ts';

/** How much of a text the app is given, in characters. */
const MOST = 1024 * 1024;

/**
 * The answer of `/api/page/<slug>`: what `read` answers, and the text as safe HTML in `html`.
 * `html_until` is the last line that was rendered, where the text is too long for all of it.
 * Throws what `read` throws.
 */
export async function pageForApp(store: Store, page: string, caller: Caller): Promise<object> {
  const read = await operations.read();
  const found = await perform(read, store, { page, max_chars: MOST }, caller);
  // Loaded with the first page that is shown, not when the server starts.
  const { render } = await import('./markdown/render.ts');
  const { html, until } = await render(found.text ?? '', {
    title: found.title,
    path: found.path,
    resolve: (names) => resolveNames(store, names, found.path, caller),
  });
  return { ...found, html, ...(until === undefined ? {} : { html_until: until }) };
}

/** The slug each name leads to; in an imported page a name may be a path beside its own. */
async function resolveNames(
  store: Store,
  names: readonly string[],
  from: string | undefined,
  caller: Caller,
): Promise<Map<string, string | undefined>> {
  const folder = from?.includes('/') === true ? from.slice(0, from.lastIndexOf('/') + 1) : '';
  const resolved = new Map<string, string | undefined>();
  for (const name of names) {
    const beside = folder === '' ? undefined : await slugOf(store, folder + name, caller);
    resolved.set(name, beside ?? (await slugOf(store, name, caller)));
  }
  return resolved;
}

async function slugOf(store: Store, name: string, caller: Caller): Promise<string | undefined> {
  try {
    const read = await operations.read();
    return (await perform(read, store, { page: name, text: false }, caller)).slug;
  } catch (error) {
    if (!(error instanceof ScrapError)) throw error;
    // The name could be several pages: not nowhere, and the app shows which when it is followed.
    if (error.details?.reason === 'ambiguous') return name;
    return undefined;
  }
}
