import { useData } from '../data.ts';
import { Badge } from '../parts/badge.tsx';
import { Trouble } from '../parts/list.tsx';
import { pagePath, Time } from '../parts/row.tsx';
import { TakeBack } from '../parts/take-back.tsx';
import type { Group, Review as Found } from '../shapes.ts';
import { keep } from '../writes.ts';

/** So many pages of a group are named at once. */
const SHOWN = 8;

/** What agents changed since the owner last looked: to keep, or to take back. */
export function Review() {
  const { data, failure } = useData<Found>('/api/review');
  const groups = data?.groups ?? [];
  return (
    <div class="view">
      <header class="view-head">
        <h1 tabIndex={-1}>Review</h1>
        {data !== undefined && groups.length > 1 && (
          <button class="chip" type="button" onClick={() => void keep({ upto: data.latest })}>
            Keep all
          </button>
        )}
      </header>
      {failure !== undefined && <Trouble failure={failure} />}
      {data !== undefined && groups.length === 0 && (
        <p class="empty">
          No agent has changed anything since you last looked.{' '}
          <a href="/search?query=is%3Aclaude">All that agents wrote</a>
        </p>
      )}
      {data !== undefined &&
        groups.map((group) => (
          <GroupOf key={`${group.client}:${group.origin}`} group={group} latest={data.latest} />
        ))}
    </div>
  );
}

function GroupOf({ group, latest }: { group: Group; latest: number }) {
  const { client = '', origin = '', first, until, pages, count } = group;
  const which = { client, origin, upto: latest };
  const rest = pages.slice(SHOWN);
  return (
    <section class="group-of" aria-label={`Claude ${client} ${origin}`}>
      <p class="meta">
        <Badge of={{ author: 'claude', ...group }} whole />
        <span>{count === 1 ? '1 page' : `${count} pages`}</span>
        <Time at={until} />
      </p>
      <ul class="rows">
        {pages.slice(0, SHOWN).map((page) => (
          <PageOf key={page.slug} page={page} />
        ))}
      </ul>
      {count > SHOWN && (
        <details>
          <summary>and {count - SHOWN} more</summary>
          <ul class="rows">
            {rest.map((page) => (
              <PageOf key={page.slug} page={page} />
            ))}
          </ul>
        </details>
      )}
      <div class="actions">
        <button class="quiet" type="button" onClick={() => void keep(which)}>
          Keep
        </button>
        <TakeBack
          what={{ author: 'claude', client, origin, since: String(first), upto: latest }}
          label="Take back …"
          done={() => void keep(which)}
        />
      </div>
    </section>
  );
}

function PageOf({ page: { slug, title, added } }: { page: Group['pages'][number] }) {
  return (
    <li class="row" data-row>
      <a class="row-title" href={`${pagePath(slug)}?history`}>
        {title}
      </a>
      <p class="meta">
        <span>{added ? 'added' : 'changed'}</span>
      </p>
    </li>
  );
}
