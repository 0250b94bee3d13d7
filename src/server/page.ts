import {
  type Caller,
  files,
  leadsFrom,
  notebookOf,
  operations,
  perform,
  type Store,
} from '../store/index.ts';

/** How much of a text the app is given, in characters. */
const MOST = 1024 * 1024;

/**
 * The answer of `/api/page/<slug>`: what `read` answers, and the text as safe HTML in `html`.
 * `html_until` is the last line that was rendered, where the text is too long for all of it;
 * `clip_html` is what is quoted from where a link leads, its beginning where it is long;
 * `mirrored` says that the text belongs to a file, and whether its boxes can be ticked.
 * `images` are those that `html` does not show already. Throws what `read` throws.
 */
export async function pageForApp(store: Store, page: string, caller: Caller): Promise<object> {
  const read = await operations.read();
  const found = await perform(read, store, { page, max_chars: MOST }, caller);
  // Loaded with the first page that is shown, not when the server starts.
  const { render } = await import('./markdown/render.ts');
  const { filesFrom } = await files.from();
  const { html, until, shown } = await render(found.text ?? '', {
    title: found.title,
    path: found.path,
    resolve: (names) => Promise.resolve(leadsFrom(store, found.slug, names)),
    findFiles: (names) => Promise.resolve(filesFrom(store, found.slug, names)),
  });
  const quote = found.clip?.quote;
  const clip =
    quote === undefined
      ? undefined
      : await render(quote, { title: '', resolve: () => Promise.resolve(new Map()) });
  const notebook = await notebookOf(store, found);
  return {
    ...found,
    ...(found.images === undefined ? {} : { images: found.images.filter(isNotIn(shown)) }),
    html,
    ...(until === undefined ? {} : { html_until: until }),
    ...(clip === undefined ? {} : { clip_html: clip.html }),
    ...(notebook === undefined ? {} : { mirrored: { ticks: notebook.ticks === 1 } }),
  };
}

function isNotIn(shown: ReadonlySet<string>): (image: { readonly url: string }) => boolean {
  return ({ url }) => ![...shown].some((id) => url.includes(`/files/${id}/`));
}
