import type { WholePage } from '../shapes.ts';
import { pagePath } from './row.tsx';

/** The pages that link to a page, each with the line that does. */
export function Backlinks({ page }: { page: WholePage }) {
  const { backlinks = [], backlinks_count: count = 0 } = page;
  if (backlinks.length === 0) return null;
  const more = count - backlinks.length;
  return (
    <section class="backlinks">
      <h2>Linked from</h2>
      <ul class="rows">
        {backlinks.map(({ slug, title, text }) => (
          <li key={slug} class="row">
            <a class="row-title" href={pagePath(slug)}>
              {title}
            </a>
            {text !== title && <p class="snippet">{text}</p>}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p class="hint">
          and {more} more: scrap links {page.slug} at the terminal
        </p>
      )}
    </section>
  );
}
