import { useEffect, useState } from 'preact/hooks';

import { useData } from '../data.ts';
import { Agent } from '../parts/badge.tsx';
import { Differences, WordDiff } from '../parts/differences.tsx';
import { ListFrame, Trouble, useList } from '../parts/list.tsx';
import { pagePath, Time } from '../parts/row.tsx';
import { TakeBack } from '../parts/take-back.tsx';
import type { Diff, Page, Revision, RevisionList } from '../shapes.ts';

/** What was done to a page and by whom, the latest first; each can be taken back. */
export function History({ page: { slug, title } }: { page: Page }) {
  const list = useList(
    `/api/revisions?page=${encodeURIComponent(slug)}`,
    ({ revisions }: RevisionList) => revisions,
    ({ change }) => String(change),
  );
  useEffect(() => {
    document.title = `History of ${title} · scrap`;
  }, [title]);
  return (
    <div class="view">
      <header class="view-head">
        <h1 tabIndex={-1}>{title}</h1>
        <a class="chip" href={pagePath(slug)}>
          The page
        </a>
      </header>
      <ListFrame list={list} empty="Nothing was done to this page yet.">
        <ul class="rows">
          {list.elements.map((revision) => (
            <RevisionRow key={revision.change} page={slug} revision={revision} />
          ))}
        </ul>
      </ListFrame>
    </div>
  );
}

function RevisionRow({ page, revision }: { page: string; revision: Revision }) {
  const { change, at, operation, made, words, author, source } = revision;
  const [isOpen, setOpen] = useState(false);
  return (
    <li class="row" data-row>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span class="row-title">{DID[operation] ?? operation.replaceAll('_', ' ')}</span>
          <span class="meta">
            {author === 'claude' ? (
              <span class="badge">
                <Agent of={revision} />
              </span>
            ) : (
              <span>{through(author, source)}</span>
            )}
            <Time at={at} />
            <Differences of={made === true ? { ...revision, fields: [] } : revision} />
          </span>
        </summary>
        {isOpen && words !== undefined && <Words page={page} change={change} />}
        {isOpen && <TakeBack what={{ page, change }} label="Take this back …" />}
      </details>
    </li>
  );
}

function Words({ page, change }: { page: string; change: number }) {
  const { data, failure } = useData<Diff>(
    `/api/diff?page=${encodeURIComponent(page)}&to=${change}`,
  );
  if (failure !== undefined) return <Trouble failure={failure} />;
  return data === undefined ? null : <WordDiff pieces={data.pieces} />;
}

/** The operations in a person's words. */
const DID: Readonly<Record<string, string>> = {
  add: 'Added',
  append: 'Appended',
  edit: 'Edited',
  edit_meta: 'Fields changed',
  done: 'Ticked',
  reopen: 'Unticked',
  trash: 'To the trash',
  untrash: 'Out of the trash',
  rename_tag: 'Tag renamed',
  revert: 'Taken back',
  fetch: 'Link fetched',
  import: 'Imported',
  log: 'Logged',
  notebook_remove: 'Notebook removed',
  sync: 'File changed',
};

const THROUGH: Readonly<Record<string, string>> = {
  cli: 'at the terminal',
  pwa: 'in the app',
  share: 'shared',
  http: 'over HTTP',
};

function through(author: string, source: string): string {
  return author === 'me' ? `you, ${THROUGH[source] ?? source}` : author;
}
