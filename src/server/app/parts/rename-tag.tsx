import { useLocation } from 'preact-iso';
import { useEffect, useRef, useState } from 'preact/hooks';

import { useProposal } from '../proposal.ts';
import type { Renamed, TagList } from '../shapes.ts';
import { say } from '../toast.ts';
import { takeBackChange } from '../writes.ts';
import { Trouble } from './list.tsx';
import { pagePath } from './row.tsx';

/** Gives a tag another name on every page, after it was seen which those are. */
export function RenameTag({ tag, tags }: { tag: string; tags: TagList['tags'] }) {
  const { route } = useLocation();
  const [from, setFrom] = useState(tag);
  const [to, setTo] = useState(tag);
  const { plan, failure, isBusy, look, act, drop } = useProposal<Renamed>('rename_tag');
  const [old, next] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  useEffect(() => (tag === '' ? old : next).current?.focus(), []);

  const set = (change: (value: string) => void) => (event: Event) => {
    drop();
    change((event.currentTarget as HTMLInputElement).value);
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (plan === undefined) return look({ from, to });
    const done = await act();
    if (done === undefined) return;
    const { change } = done;
    const undo = change === undefined ? undefined : () => void takeBackChange(change);
    say(`#${done.from} is now #${done.to}`, undo);
    route('/tags');
  };
  const field = { autocapitalize: 'none', autocomplete: 'off', required: true } as const;
  return (
    <form class="rename plan" onSubmit={(event) => void submit(event)}>
      <label>
        <span>Tag</span>
        <input {...field} ref={old} list="known-tags" value={from} onInput={set(setFrom)} />
      </label>
      <datalist id="known-tags">
        {tags.map((each) => (
          <option key={each.tag} value={each.tag} />
        ))}
      </datalist>
      <label>
        <span>New name</span>
        <input {...field} ref={next} value={to} onInput={set(setTo)} />
      </label>
      <div role="status">{plan !== undefined && <Plan plan={plan} />}</div>
      {failure !== undefined && <Trouble failure={failure} />}
      <div class="actions">
        <button disabled={isBusy}>{plan === undefined ? 'See what changes' : 'Rename'}</button>
        <a class="quiet" href="/tags">
          Cancel
        </a>
      </div>
    </form>
  );
}

function Plan({ plan: { from, to, merges, pages, count } }: { plan: Renamed }) {
  return (
    <p class="hint">
      #{from} becomes #{to} on {count === 1 ? '1 page' : `${count} pages`}
      {merges === true && `, where it joins the #${to} that is there already`}:{' '}
      {pages.slice(0, 12).map((slug, i) => (
        <span key={slug}>
          {i > 0 && ', '}
          <a href={pagePath(slug)}>{slug}</a>
        </span>
      ))}
      {count > 12 && ` and ${count - 12} more`}
    </p>
  );
}
