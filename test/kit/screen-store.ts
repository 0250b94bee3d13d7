import type { Store } from '../../src/store/index.ts';
import { agent } from './callers.ts';
import { doing, newStore } from './pages.ts';

export const NOW = new Date('2026-12-01T12:00:00Z');

/** A store with something of everything that the screen shows. */
export async function filledStore(): Promise<Store> {
  let now = new Date('2026-11-20T08:00:00Z');
  const store = newStore({ zone: 'UTC', now: () => now });
  const add = (input: object) => {
    now = new Date(now.getTime() + 60_000);
    return doing(store, 'add', input);
  };
  await add({ text: OVEN, title: 'Bosch oven manual', tags: ['kitchen', 'manuals'] });
  await add({ text: 'https://example.org/ovens', tags: ['kitchen'] });
  await add({ text: 'Call about the oven door', due: '2026-11-24', priority: 1, tags: ['house'] });
  await add({ text: 'Send the invoice', due: '2026-12-01', priority: 2, tags: ['work'] });
  await add({ text: 'Renew passport', due: '2026-12-04' });
  await add({ text: 'Sort the photos from Skye', kind: 'todo' });
  await add({
    text: '日本語のページ、とても長いタイトルを持つページで、端末の幅を超えるはずです',
    tags: ['日本'],
  });
  const draft = { text: 'three ovens, by [[Bosch oven manual]]', title: 'Ovens compared' };
  await doing(store, 'add', { ...draft, origin: 'kitchen research' }, agent('laptop'));
  now = NOW;
  return store;
}

const OVEN = `# Bosch oven

The oven beeps twice when the probe is out; hold ⏲ for 3 s to reset it. 長い日本語の文がここにあります。

- [ ] clean the filter
- [x] buy a probe
- [ ] ask for part 00754866 at the shop on the corner, which closes early on Fridays

\`\`\`
code	here
- [ ] not a box
\`\`\`

> quoted
`;
