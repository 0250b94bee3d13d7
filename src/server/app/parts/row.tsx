import type { ComponentChildren } from 'preact';

import { fullTime, sayDay, sayTime, today } from '../days.ts';
import type { Page } from '../shapes.ts';
import { Badge } from './badge.tsx';
import { Thumb } from './pictures.tsx';

/** A page in a list. */
export function PageRow({ page, children }: { page: Page; children?: ComponentChildren }) {
  return (
    <li class="row" data-row>
      <Thumb page={page} />
      <a class="row-title" href={pagePath(page.slug)}>
        {page.title}
      </a>
      {page.snippet !== undefined && !repeats(page.snippet, page.title) && (
        <Snippet text={page.snippet} />
      )}
      <p class="meta">
        <Badge of={page} />
        {page.kind !== 'note' && <span>{page.status === 'done' ? 'done' : page.kind}</span>}
        {page.due !== undefined && <Due day={page.due} />}
        <Time at={page.updated} />
        {page.matched?.includes('by_model') === true && <span>found by what a model said</span>}
        {page.matched?.includes('clip') === true && <span>found where its link leads</span>}
        <Tags tags={page.tags} />
      </p>
      {children}
    </li>
  );
}

export function pagePath(slug: string): string {
  return `/p/${encodeURIComponent(slug)}`;
}

export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullTime(at)}>
      {sayTime(at)}
    </time>
  );
}

export function Due({ day, isDone = false }: { day: string; isDone?: boolean }) {
  return (
    <time class={!isDone && day < today() ? 'due is-late' : 'due'} dateTime={day}>
      due {sayDay(day)}
    </time>
  );
}

export function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <>
      {tags.map((tag) => (
        <a key={tag} class="tag" href={`/search?query=${encodeURIComponent(`tag:${tag}`)}`}>
          #{tag}
        </a>
      ))}
    </>
  );
}

function repeats(snippet: string, title: string): boolean {
  return title.startsWith(snippet.replaceAll('**', ''));
}

/** The words around a hit; what stands between two `**` was looked for. */
function Snippet({ text }: { text: string }) {
  const parts = text.split('**');
  return (
    <p class="snippet">
      {parts.map((part, i) => (i % 2 === 1 ? <mark key={i}>{part}</mark> : part))}
    </p>
  );
}
