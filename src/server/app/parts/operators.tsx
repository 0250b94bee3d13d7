import { useData } from '../data.ts';
import type { Construct } from '../shapes.ts';

/** What may stand in the search box besides words, as the server knows it. */
export function Operators({ add }: { add: (operator: string) => void }) {
  const { data } = useData<{ readonly constructs: readonly Construct[] }>('/api/query');
  if (data === undefined) return null;
  return (
    <section aria-labelledby="operators-title">
      <h2 id="operators-title">What can be written here</h2>
      <ul class="operators">
        {data.constructs.map(({ write, finds, values }) => (
          <li key={write}>
            {values === undefined ? (
              <code>{write}</code>
            ) : (
              <button class="code" type="button" onClick={() => add(beginningOf(write))}>
                {write}
              </button>
            )}
            <span>
              {finds}
              {values !== undefined && <small>{values}</small>}
            </span>
          </li>
        ))}
      </ul>
      <p class="hint">
        <a href="/phone.html" target="_blank">
          scrap on a phone: photos, the share menu, shortcuts
        </a>
      </p>
    </section>
  );
}

/** An operator up to where its value begins: `tag:` of `tag:home`, `[` of `[rating:>4]`. */
function beginningOf(example: string): string {
  return example.startsWith('[') ? '[' : example.slice(0, example.indexOf(':') + 1);
}
