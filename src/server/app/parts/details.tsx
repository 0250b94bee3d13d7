import { useData } from '../data.ts';
import { KINDS, type TagList } from '../shapes.ts';
import type { Draft } from './draft.ts';

/** The kinds a text can be given; photos and files are not texts. */
const CHOICES = KINDS.filter((kind) => kind !== 'photo' && kind !== 'file');

/** What can be said about a page besides its text. */
export function Details({
  draft,
  set,
  hasKind,
}: {
  draft: Draft;
  set: (field: keyof Draft) => (event: Event) => void;
  hasKind: boolean;
}) {
  const { data } = useData<TagList>('/api/tags?limit=200');
  return (
    <div class="details">
      <label>
        <span>Tags</span>
        <input
          value={draft.tags}
          onInput={set('tags')}
          list="known-tags"
          placeholder="garden"
          autocapitalize="none"
          autocomplete="off"
          enterkeyhint="done"
        />
      </label>
      <datalist id="known-tags">
        {data?.tags.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <label>
        <span>Due</span>
        <input
          value={draft.due}
          onInput={set('due')}
          placeholder="friday"
          autocapitalize="none"
          autocomplete="off"
          enterkeyhint="done"
        />
      </label>
      {hasKind && (
        <label>
          <span>Kind</span>
          <select value={draft.kind} onChange={set('kind')}>
            <option value="">auto</option>
            {CHOICES.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
