import type { WholePage } from '../shapes.ts';
import { acceptTag } from '../writes.ts';
import { Time } from './row.tsx';

/** What a model said about a page: apart from the page, and marked as what it is. */
export function ByModel({ page }: { page: WholePage }) {
  const { slug, title, by_model: said } = page;
  if (said === undefined) return null;
  const { model, at, stale, title: called, kind, summary, tags = [], transcript } = said;
  const head = [kind, called].filter((each) => each !== undefined).join(': ');
  return (
    <aside class="beside" aria-label="What a model said">
      <p class="meta">
        <span>
          <span aria-hidden="true">◇ </span>Said by {model}, and maybe wrong
        </span>
        <Time at={at} />
        {stale === true && <span>about an earlier text</span>}
      </p>
      {head !== '' && <p>{head}</p>}
      {summary !== undefined && <p>{summary}</p>}
      {tags.length > 0 && (
        <p class="proposed">
          Tags to take:
          {tags.map((tag) => (
            <button
              key={tag}
              class="chip"
              type="button"
              onClick={() => acceptTag(slug, title, tag)}
            >
              #{tag}
            </button>
          ))}
        </p>
      )}
      {transcript !== undefined && (
        <details>
          <summary>The words in it</summary>
          <p class="transcript">{transcript}</p>
        </details>
      )}
    </aside>
  );
}
