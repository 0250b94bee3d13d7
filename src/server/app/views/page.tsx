import { useLocation, useRoute } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';

import { useData } from '../data.ts';
import { Backlinks } from '../parts/backlinks.tsx';
import { Badge } from '../parts/badge.tsx';
import { Clip } from '../parts/clip.tsx';
import { ByModel } from '../parts/by-model.tsx';
import { Trouble } from '../parts/list.tsx';
import { Pictures } from '../parts/pictures.tsx';
import { Related } from '../parts/related.tsx';
import { Rendered } from '../parts/rendered.tsx';
import { Due, pagePath, Tags, Time } from '../parts/row.tsx';
import { Tick } from '../parts/tick.tsx';
import type { WholePage } from '../shapes.ts';
import { trash, untrash } from '../writes.ts';
import { Editor } from './editor.tsx';
import { History } from './history.tsx';

/** One page: to read, to tick, to edit. */
export function PageView() {
  const slug = useRoute().params['slug'] ?? '';
  const { query, route } = useLocation();
  const { data: page, failure } = useData<WholePage>(`/api/page/${encodeURIComponent(slug)}`);
  const [isEditing, setEditing] = useState('edit' in query);

  useEffect(() => {
    if (page === undefined) return;
    if (!('history' in query)) document.title = `${page.title} · scrap`;
    // An old name of the page, or a name in a link: the address becomes the page's own.
    if (page.slug !== slug) route(pagePath(page.slug), true);
  }, [page?.slug, page?.title, 'history' in query]);
  useEffect(() => setEditing('edit' in query), [slug]);

  if (page === undefined) {
    return (
      <article class="view page">
        <h1 tabIndex={-1}>{failure === undefined ? '…' : 'Not here'}</h1>
        {failure !== undefined && <Trouble failure={failure} />}
      </article>
    );
  }
  if ('history' in query) return <History page={page} />;
  if (isEditing) return <Editor page={page} close={() => setEditing(false)} />;
  const { mirrored } = page;
  const isTrashed = page.trashed !== undefined;
  const isFixed = isTrashed || (mirrored !== undefined && !mirrored.ticks);
  return (
    <article class="view page">
      {failure !== undefined && <Trouble failure={failure} />}
      {isTrashed && (
        <p class="notice">
          This page is in the trash.{' '}
          <button class="quiet" type="button" onClick={() => untrash(page.slug, page.title)}>
            Put back
          </button>
        </p>
      )}
      <Head page={page} />
      {page.warnings?.map((warning) => (
        <p key={warning} class="hint">
          {warning}
        </p>
      ))}
      <Rendered html={page.html} page={page.slug} fixed={isFixed} />
      <Rest page={page} />
      <Pictures page={page} />
      <Clip page={page} />
      <ByModel page={page} />
      <Backlinks page={page} />
      <Related page={page} />
      <footer class="actions">
        {!isTrashed && mirrored === undefined && (
          <>
            {page.truncated !== true && (
              <button class="quiet" type="button" data-key="e" onClick={() => setEditing(true)}>
                Edit
              </button>
            )}
            <button class="quiet" type="button" onClick={() => trash(page.slug, page.title)}>
              To the trash
            </button>
          </>
        )}
        <a class="quiet" href={`${pagePath(page.slug)}?history`}>
          History
        </a>
      </footer>
      {mirrored !== undefined && (
        <p class="hint">
          This page follows the file {page.path} of the notebook {page.collection}: change it there.
        </p>
      )}
    </article>
  );
}

function Head({ page }: { page: WholePage }) {
  const { kind, status, title, slug, due, priority, updated, path, tags } = page;
  return (
    <header class="page-head">
      <div class={kind === 'todo' ? 'todo' : undefined}>
        {kind === 'todo' && page.trashed === undefined && page.mirrored === undefined && (
          <Tick what={{ page: slug }} done={status === 'done'} label={title} />
        )}
        <h1 tabIndex={-1} class={saysTitle(page) ? 'hidden' : undefined}>
          {title}
        </h1>
        <p class="meta">
          <Badge of={page} whole />
          {kind !== 'note' && <span>{kind}</span>}
          {due !== undefined && <Due day={due} isDone={status === 'done'} />}
          {priority !== undefined && <span>priority {priority}</span>}
          <Time at={updated} />
          {path !== undefined && <span>{path}</span>}
          <Tags tags={tags} />
        </p>
      </div>
    </header>
  );
}

/** Whether the text begins with its title: a short note need not say itself twice. */
function saysTitle({ title, html }: WholePage): boolean {
  const first = /^<p>([^<]*)/.exec(html)?.[1] ?? '';
  const text = first.replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity);
  return title !== '' && text.startsWith(title.replace(/…$/, ''));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};

/** What was too long to be rendered, as plain text; and what is too long to be here at all. */
function Rest({ page: { text, html_until: until, truncated, slug } }: { page: WholePage }) {
  if (until === undefined) return null;
  const rest = text
    .split(/\r\n?|\n/)
    .slice(until)
    .join('\n');
  return (
    <>
      <p class="hint">This page is long, so the rest of it stands here as plain text.</p>
      <pre class="rest" tabIndex={0}>
        {rest}
      </pre>
      {truncated === true && (
        <p class="hint">
          It goes on. The whole of it is at the terminal, where it can be edited too: scrap read{' '}
          {slug}
        </p>
      )}
    </>
  );
}
