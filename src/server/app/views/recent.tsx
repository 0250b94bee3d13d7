import { Composer } from '../parts/composer.tsx';
import { ListFrame, useList } from '../parts/list.tsx';
import { PageRow } from '../parts/row.tsx';
import type { PageList } from '../shapes.ts';

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
          <a class="chip" href="/search?query=is%3Aclaude">
            <span aria-hidden="true">◆ </span>Claude
          </a>
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

export function pagesOf({ pages }: PageList) {
  return pages;
}
