import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';

import { useData } from '../data.ts';
import type { SavedSearch } from '../shapes.ts';
import { saveSearch } from '../writes.ts';

/** The searches that have a name. */
export function SavedSearches() {
  const { data } = useData<{ readonly searches: readonly SavedSearch[] }>('/api/searches');
  if (data === undefined || data.searches.length === 0) return null;
  return (
    <section aria-labelledby="saved-title">
      <h2 id="saved-title">Saved</h2>
      <ul class="rows">
        {data.searches.map(({ name, query }) => (
          <li key={name} class="row saved" data-row>
            <a class="row-title" href={`/search?query=${encodeURIComponent(`@${name}`)}`}>
              @{name}
            </a>
            <code>{query}</code>
            <button
              class="quiet"
              type="button"
              aria-label={`Remove @${name}`}
              onClick={() => void saveSearch(name)}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Gives what is being looked for a name, and a tag that is being looked at another one. */
export function SaveSearch({ query }: { query: string }) {
  const { route } = useLocation();
  const [name, setName] = useState<string>();
  const tag = /^tag:([^\s"()]+)$/.exec(query)?.[1];
  const save = async (event: Event) => {
    event.preventDefault();
    if (name === undefined || name.trim() === '') return;
    const saved = await saveSearch(name, query);
    if (saved) route(`/search?query=${encodeURIComponent(`@${name.trim().replace(/^@/, '')}`)}`);
  };
  if (/^@\S+$/.test(query)) return null;
  if (name === undefined) {
    return (
      <div class="head-actions">
        {tag !== undefined && (
          <a class="chip" href={`/tags?rename=${encodeURIComponent(tag)}`}>
            Rename tag
          </a>
        )}
        <button class="chip" type="button" onClick={() => setName('')}>
          Save
        </button>
      </div>
    );
  }
  return (
    <form class="head-actions" onSubmit={(event) => void save(event)}>
      <input
        ref={(field) => field?.focus()}
        class="name"
        aria-label="Name of this search"
        placeholder="name"
        maxLength={41}
        autocapitalize="none"
        autocomplete="off"
        enterkeyhint="done"
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button class="chip">Save</button>
    </form>
  );
}
