import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { useProposal } from '../proposal.ts';
import type { Reverted } from '../shapes.ts';
import { say } from '../toast.ts';
import { takeBackChange } from '../writes.ts';
import { Differences } from './differences.tsx';
import { Trouble } from './list.tsx';
import { pagePath } from './row.tsx';

interface Props {
  /** The fields of `revert`: what is to be taken back. */
  readonly what: object;
  readonly label: string;
  /** What there is to do after it was really done. */
  readonly done?: () => void;
}

/** Takes changes back, after it was seen what would become of each page. */
export function TakeBack({ what, label, done }: Props) {
  const { plan, failure, isBusy, look, act, drop } = useProposal<Reverted>('revert');
  const take = async () => {
    const answer = await act();
    if (answer === undefined) return;
    const { change } = answer;
    say('Taken back.', change === undefined ? undefined : () => void takeBackChange(change));
    done?.();
  };
  return (
    <>
      {plan === undefined ? (
        <button class="quiet" type="button" disabled={isBusy} onClick={() => void look(what)}>
          {label}
        </button>
      ) : (
        <Plan plan={plan}>
          {plan.count > 0 && (
            <button type="button" disabled={isBusy} onClick={() => void take()}>
              Take back
            </button>
          )}
          <button class="quiet" type="button" onClick={drop}>
            {plan.count > 0 ? 'Leave it' : 'Close'}
          </button>
        </Plan>
      )}
      {failure !== undefined && <Trouble failure={failure} />}
    </>
  );
}

function Plan({ plan, children }: { plan: Reverted; children: ComponentChildren }) {
  const head = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone: the keyboard goes on where the answer is.
  useEffect(() => head.current?.focus(), []);
  const { pages, count, left, left_count } = plan;
  return (
    <section class="plan">
      <p ref={head} class="plan-head" tabIndex={-1}>
        {count === 0 ? 'There is nothing to take back.' : 'So it would become:'}
      </p>
      <ul>
        {pages.map((page) => (
          <li key={page.slug}>
            <a href={pagePath(page.slug)}>{page.title}</a>
            <p class="meta">
              <Differences of={page} />
            </p>
          </li>
        ))}
        {count > pages.length && <li>and {count - pages.length} more pages</li>}
        {left.map((page) => (
          <li key={page.slug}>
            <a href={pagePath(page.slug)}>{page.title}</a>
            <p class="meta">
              <span>
                {page.fields[0] === 'page'
                  ? 'stays as it is'
                  : `keeps its ${page.fields.join(', ')}`}
                , changed since by {page.author === 'me' ? 'you' : (page.client ?? page.author)}
              </span>
            </p>
          </li>
        ))}
        {left_count > left.length && <li>and {left_count - left.length} more stay as they are</li>}
      </ul>
      <div class="actions">{children}</div>
    </section>
  );
}
