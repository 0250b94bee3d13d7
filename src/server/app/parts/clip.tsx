import { sayDay } from '../days.ts';
import type { WholePage } from '../shapes.ts';
import { Rendered } from './rendered.tsx';
import { Time } from './row.tsx';

/** What stood where a link leads: somebody else's words, apart from the page and marked as quoted. */
export function Clip({ page }: { page: WholePage }) {
  const { clip, clip_html: html, fields = {}, slug } = page;
  if (clip === undefined) return null;
  const about = ['site', 'author', 'published'].flatMap((name) => {
    const value = fields[name];
    return typeof value === 'string' ? [sayIfDay(value)] : [];
  });
  const { description } = fields;
  return (
    <aside class="beside" aria-label="Quoted from where the link leads">
      <p class="meta">
        <span>Quoted from {new URL(clip.url).host}</span>
        {about.map((word) => (
          <span key={word}>{word}</span>
        ))}
        <span>
          fetched <Time at={clip.fetched} />
        </span>
      </p>
      {typeof description === 'string' && <p>{description}</p>}
      {html !== undefined && (
        <details>
          <summary>Read it here</summary>
          <Rendered html={html} page={slug} fixed />
        </details>
      )}
    </aside>
  );
}

/** Sites say when they published something by the day or to the second. */
function sayIfDay(word: string): string {
  const day = /^\d{4}-\d\d-\d\d(?=T|$)/.exec(word)?.[0];
  return day === undefined ? word : sayDay(day);
}
