import { useLocation } from 'preact-iso';

import { ListFrame, useList } from '../parts/list.tsx';
import { RenameTag } from '../parts/rename-tag.tsx';
import type { TagList } from '../shapes.ts';

/** All tags, the most used first. */
export function TagsView() {
  const { query } = useLocation();
  const list = useList(
    '/api/tags?limit=200',
    ({ tags }: TagList) => tags,
    ({ tag }) => tag,
  );
  const { rename } = query;
  return (
    <div class="view">
      <header class="view-head">
        <h1 tabIndex={-1}>Tags</h1>
        {list.elements.length > 0 && (
          <a class="chip" href={rename === undefined ? '/tags?rename=' : '/tags'}>
            {rename === undefined ? 'Rename one' : 'All tags'}
          </a>
        )}
      </header>
      {rename !== undefined && <RenameTag key={rename} tag={rename} tags={list.elements} />}
      <ListFrame list={list} empty="No tags yet. Write #garden in a text, and it is one.">
        <ul class="tags">
          {list.elements.map(({ tag, pages }) => (
            <li key={tag} data-row>
              <a href={`/search?query=${encodeURIComponent(`tag:${tag}`)}`}>
                <span class="tag">#{tag}</span> <span class="count">{pages}</span>
              </a>
            </li>
          ))}
        </ul>
      </ListFrame>
    </div>
  );
}
