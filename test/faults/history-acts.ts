import type { Caller, OperationName } from '../../src/store/index.ts';

/** The pages that everything is done to. */
export const PAGES = ['p0', 'p1', 'p2', 'p3'];

const OWNER: Caller = { door: 'cli', author: 'me', source: 'cli', here: true };

/** The `n`th thing that a writer with this label does, with a key of its own. */
export function actOf(label: string, n: number) {
  const agent: Caller = {
    door: 'mcp',
    author: 'claude',
    source: 'mcp',
    client: label,
    here: false,
  };
  const page = PAGES[n % PAGES.length] ?? '';
  const key = `${label}-${n}`;
  const acts: readonly [OperationName, object, Caller][] = [
    ['add', { text: `by ${label} ${n} #x` }, agent],
    ['edit_meta', { pages: PAGES, priority: (n % 5) + 1, add_tags: [`t${n % 3}`] }, agent],
    ['rename_tag', n % 2 === 0 ? { from: 'x', to: 'y' } : { from: 'y', to: 'x' }, agent],
    ['add', { text: `more ${n} #x`, to: page }, OWNER],
    ['rename_tag', n % 2 === 0 ? { from: 'y', to: 'x' } : { from: 'x', to: 'y' }, OWNER],
    ['edit_meta', { pages: [page], due: `2027-01-${10 + (n % 20)}` }, OWNER],
    ['revert', { client: label, since: '1' }, OWNER],
  ];
  const [operation, input, caller] = acts[n % acts.length] ?? acts[0] ?? [];
  if (operation === undefined || caller === undefined) throw new Error('there is nothing to do');
  return { operation, input: { ...input, key }, caller };
}
