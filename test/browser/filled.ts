import type { ServedApp } from '../kit/app.ts';

/** A page with one of everything that Markdown has. Its open checkbox is on line 6. */
export const KELP = `# Kelp

Read **slowly**, with [[Urchins]] and [a link](https://example.com/).

- [x] counted
- [ ] mapped

| plot | plants |
|:-----|-------:|
| A1   | 112    |

> a quote[^1]

\`\`\`js
const depth = 6; // metres
\`\`\`

[^1]: and a note #sea
`;

/** Fills a store with something for every view. */
export async function fill(app: ServedApp): Promise<void> {
  await app.post('add', { text: KELP });
  await app.post('add', { text: 'Urchins eat holdfasts', tags: ['sea', 'reading/now'] });
  await app.post('add', { text: 'Renew passport', due: '2020-01-02', priority: 1 });
  await app.post('add', { text: 'Call about the kelp', due: 'today' });
  const done = await app.post('add', { text: 'Already done', kind: 'todo' });
  await app.post('done', { page: done.slug });
  await app.post(
    'add',
    { text: 'Kelp, compared', origin: 'the sea project' },
    { 'scrap-author': 'claude' },
  );
  const gone = await app.post('add', { text: 'thrown away' });
  await app.post('trash', { page: gone.slug });
}
