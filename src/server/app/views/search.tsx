import { useLocation } from 'preact-iso';
import { useEffect, useRef, useState } from 'preact/hooks';

import { ListFrame, useList } from '../parts/list.tsx';
import { Operators } from '../parts/operators.tsx';
import { PageRow } from '../parts/row.tsx';
import { SavedSearches, SaveSearch } from '../parts/saved-searches.tsx';
import type { Listed } from '../shapes.ts';
import { pagesOf } from './recent.tsx';

/** Search as you type, in the grammar of `scrap search`. */
export function Search() {
  const { query: asked, route } = useLocation();
  const [query, setQuery] = useState(asked['query'] ?? '');
  const [isTyping, setTyping] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const written = useRef(query);
  /** What was put into the address while typing, until the address has caught up. */
  const echoes = useRef(new Set<string>());

  // The address follows the box, and the box a link to another search.
  useEffect(() => {
    const next = asked['query'] ?? '';
    if (next === written.current) echoes.current.clear();
    if (next === written.current || echoes.current.has(next)) return;
    written.current = next;
    setQuery(next);
    setTyping(false);
  }, [asked['query']]);
  useEffect(() => {
    if (query === '') field.current?.focus();
  }, []);

  const change = (next: string) => {
    written.current = next;
    echoes.current.add(next);
    setQuery(next);
    setTyping(true);
    route(next === '' ? '/search' : `/search?query=${encodeURIComponent(next)}`, true);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    setTyping(false);
    field.current?.blur(); // a phone's keyboard leaves, and the results are seen
  };
  const add = (operator: string) => {
    change([query.trim(), operator].filter((part) => part !== '').join(' '));
    field.current?.focus();
  };

  const words = query.trim();
  // While somebody types, the last word may be the beginning of one.
  const typing = isTyping ? '&complete=true' : '';
  const path =
    words === '' ? undefined : `/api/search?query=${encodeURIComponent(words)}&limit=30${typing}`;
  const list = useList(path, pagesOf, ({ slug }) => slug, true);
  return (
    <>
      <div class="dock">
        <form class="search" role="search" onSubmit={submit}>
          <input
            ref={field}
            id="query"
            type="search"
            inputmode="search"
            enterkeyhint="search"
            autocapitalize="none"
            autocomplete="off"
            spellcheck={false}
            maxLength={512}
            aria-label="Search"
            placeholder="Search …"
            value={query}
            onInput={(event) => change(event.currentTarget.value)}
          />
        </form>
      </div>
      <div class="view">
        <header class="view-head">
          <h1 tabIndex={-1}>Search</h1>
          <p class="count" role="status">
            {path === undefined ? '' : sayCount(list.first)}
          </p>
          {path !== undefined && <SaveSearch key={words} query={words} />}
        </header>
        {path === undefined ? (
          <>
            <SavedSearches />
            <Operators add={add} />
          </>
        ) : (
          <ListFrame list={list} empty="No pages match.">
            <ul class="rows">
              {list.elements.map((page) => (
                <PageRow key={page.slug} page={page} />
              ))}
            </ul>
          </ListFrame>
        )}
      </div>
    </>
  );
}

function sayCount(list: Listed | undefined): string {
  if (list === undefined) return '';
  const { total, more_than } = list;
  if (total === undefined) return more_than === undefined ? '' : `more than ${more_than}`;
  return total === 1 ? '1 page' : `${total} pages`;
}
