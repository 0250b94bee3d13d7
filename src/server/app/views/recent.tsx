import { useData } from '../data.ts';
import { Composer } from '../parts/composer.tsx';
import { ListFrame, useList } from '../parts/list.tsx';
import { PageRow } from '../parts/row.tsx';
import type { PageList, Review } from '../shapes.ts';

/** Where the app opens: the box to write in, and what was written last. */
export function Recent() {
  const list = useList('/api/recent?limit=30', pagesOf, ({ slug }) => slug);
  return (
    <>
      <div class="dock">
        <Composer placeholder="Write something down …" />
      </div>
      <div class="view">
        <header class="view-head">
          <h1 tabIndex={-1}>Recent</h1>
          <ToReview />
        </header>
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
