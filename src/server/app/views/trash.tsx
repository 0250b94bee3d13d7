import { ListFrame, useList } from '../parts/list.tsx';
import { PageRow } from '../parts/row.tsx';
import { untrash } from '../writes.ts';
import { pagesOf } from './recent.tsx';

/** What was thrown away, and the way back. */
export function Trash() {
  const list = useList('/api/search?query=is%3Atrashed&limit=30', pagesOf, ({ slug }) => slug);
  return (
    <div class="view">
      <header class="view-head">
        <h1 tabIndex={-1}>Trash</h1>
      </header>
      <ListFrame list={list} empty="The trash is empty.">
        <ul class="rows">
          {list.elements.map((page) => (
            <PageRow key={page.slug} page={page}>
              <button class="quiet" type="button" onClick={() => untrash(page.slug, page.title)}>
                Put back
              </button>
            </PageRow>
          ))}
        </ul>
      </ListFrame>
    </div>
  );
}
