import { openStore } from '../../src/store/index.ts';
import { putByModel } from '../../src/store/pages/put-by-model.ts';
import { pageById } from '../../src/store/pages/row.ts';
import type { ServedApp } from '../kit/app.ts';
import { png } from '../kit/pictures.ts';

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
  await addPhoto(app);
  const gone = await app.post('add', { text: 'thrown away' });
  await app.post('trash', { page: gone.slug });
}

/** A page with a picture, of which a model said something and could not say more. */
async function addPhoto(app: ServedApp): Promise<void> {
  const upload = await fetch(`${app.url}/api/files?name=reef.png`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(await png(40, 30)),
  });
  const { id: file } = (await upload.json()) as { id: string };
  const { slug } = await app.post('add', { text: '', title: 'The reef', files: [file] });
  const store = openStore(app.file);
  const id = store.get<{ id: number }>('SELECT id FROM pages WHERE slug = ?', slug)?.id ?? 0;
  const saying = { summary: 'A red field', tags: ['red'], transcript: 'PIER 4' };
  const by = { model: 'some-model', at: '2026-11-30T12:00:00.000Z' };
  store.write(() => {
    putByModel(store, pageById(store, id), saying, by);
    store.run(
      `INSERT OR REPLACE INTO jobs (page_id, kind, subject, asked, due, attempts, failed, reason)
       VALUES (?, 'enrich', '', :at, :at, 3, :at, 'Nobody answered three times.')`,
      id,
      { at: by.at },
    );
  });
  store.close();
}
