import type { WholePage } from '../shapes.ts';
import { pagePath } from './row.tsx';

const BOTH_HAVE: Readonly<Record<string, string>> = {
  links: 'links',
  tags: 'tags',
  words: 'rare words',
  by_model: 'a model’s word',
};

/** Pages like this one, and what both have. */
export function Related({ page: { related = [] } }: { page: WholePage }) {
  if (related.length === 0) return null;
  return (
    <section class="backlinks">
      <h2>Related</h2>
      <ul class="rows">
        {related.map(({ slug, title, why }) => (
          <li key={slug} class="row">
            <a class="row-title" href={pagePath(slug)}>
              {title}
            </a>
            <p class="meta">
              <span>{why.map((one) => BOTH_HAVE[one] ?? one).join(', ')}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
