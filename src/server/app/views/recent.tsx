import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';

import { pageOfShare } from '../../shared-text.ts';
import { useData } from '../data.ts';
import { focusWhenThere } from '../keys.ts';
import { Composer } from '../parts/composer.tsx';
import { EMPTY, handedOver } from '../parts/draft.ts';
import { Jobs } from '../parts/jobs.tsx';
import { ListFrame, useList } from '../parts/list.tsx';
import { PageRow } from '../parts/row.tsx';
import type { PageList, Review } from '../shapes.ts';
import { say } from '../toast.ts';

/** Where the app opens: the box to write in, and what was written last. */
export function Recent() {
  useArrival();
  const list = useList('/api/recent?limit=30', pagesOf, ({ slug }) => slug);
  return (
    <>
      <div class="dock">
        <Composer is="add" placeholder="Write something down …" />
      </div>
      <div class="view">
        <header class="view-head">
          <h1 tabIndex={-1}>Recent</h1>
          <ToReview />
        </header>
        <Jobs />
        <ListFrame
          list={list}
          empty="Nothing here yet. Write the first page in the box, or at the terminal: scrap add hello"
        >
          <ul class="rows">
            {list.elements.map((page) => (
              <PageRow key={page.slug} page={page} />
            ))}
          </ul>
        </ListFrame>
      </div>
    </>
  );
}

/**
 * What a link into the app brings: words for the box at `/add` (a bookmarklet, a shortcut), which
 * are only written there, or word of what the device's share menu handed to the worker.
 */
function useArrival(): void {
  const { path, query, route } = useLocation();
  useEffect(() => {
    const { shared, title = '', text = '', url = '' } = query;
    if (shared !== undefined) {
      say(shared === 'nothing' ? 'Nothing was shared, so nothing is saved.' : 'Shared.');
      route('/', true);
    }
    if (path !== '/add') return;
    const page = pageOfShare({ title, text, url });
    if (page !== undefined) {
      const kind = page.title === undefined || text !== '' ? '' : 'link';
      const words = [page.title ?? '', page.text].filter((part) => part !== '').join('\n\n');
      handedOver.set({ box: 'add', draft: { ...EMPTY, text: words, kind }, files: [] });
    }
    route('/', true); // or a reload would write it again
    focusWhenThere('#capture');
  }, [path, query['shared']]);
}

/** To what agents did: what is new of it, else all of it. */
function ToReview() {
  const { data } = useData<Review>('/api/review');
  const pages = data?.groups.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return (
    <a class="chip" href={pages === 0 ? '/search?query=is%3Aclaude' : '/review'}>
      <span aria-hidden="true">◆ </span>
      {pages === 0 ? 'Claude' : `Review ${pages}`}
    </a>
  );
}

export function pagesOf({ pages }: PageList) {
  return pages;
}
