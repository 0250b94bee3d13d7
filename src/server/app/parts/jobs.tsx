import { useData } from '../data.ts';
import type { Job, JobList } from '../shapes.ts';
import { jobAgain, jobNever } from '../writes.ts';
import { pagePath } from './row.tsx';

const DOING: Readonly<Record<string, string>> = {
  fetch: 'to be fetched',
  thumbnail: 'to be made small',
  enrich: 'to be read by a model',
};

/**
 * What is to be done behind pages and cannot be done now, and why. What only waits for its turn
 * is done in a moment and not worth a line.
 */
export function Jobs() {
  const { data } = useData<JobList>('/api/jobs?limit=50');
  const stuck = data?.jobs.filter(({ reason }) => reason !== undefined) ?? [];
  if (stuck.length === 0) return null;
  const failed = stuck.filter(({ state }) => state === 'failed').length;
  const waiting = stuck.length - failed;
  return (
    <details class="jobs">
      <summary class="hint">
        {waiting > 0 && `${waiting} ${waiting === 1 ? 'page is' : 'pages are'} not complete yet`}
        {waiting > 0 && failed > 0 && ', '}
        {failed > 0 && `given up for ${failed} ${failed === 1 ? 'page' : 'pages'}`}
      </summary>
      <ul class="rows">
        {stuck.map((job) => (
          <StuckJob key={`${job.slug} ${job.kind} ${job.subject}`} job={job} />
        ))}
      </ul>
    </details>
  );
}

function StuckJob({ job: { slug, title, kind, state, reason } }: { job: Job }) {
  return (
    <li class="row">
      <a class="row-title" href={pagePath(slug)}>
        {title}
      </a>
      <p class="meta">
        <span>{DOING[kind] ?? kind}</span>
        <span>{reason}</span>
      </p>
      <div class="actions">
        <button class="quiet" type="button" onClick={() => void jobAgain(slug, kind)}>
          Try now
        </button>
        {state === 'failed' && (
          <button class="quiet" type="button" onClick={() => void jobNever(slug, kind)}>
            Leave it
          </button>
        )}
      </div>
    </li>
  );
}
