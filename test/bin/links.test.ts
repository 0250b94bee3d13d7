import { expect, test } from 'vitest';

import { scrap, temporaryStore } from '../kit/scrap.ts';
import { site } from '../kit/web.ts';

const WORDS = 'Sourdough needs patience, flour and an oven that gets really hot. '.repeat(10);

test('a link inside is fetched for who sits at the store, read in a thread, and shown apart', async () => {
  const store = temporaryStore();
  const { url } = await site((_, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end(`<title>Bread</title><article><h1>Bread</h1><p>${WORDS}</p></article>`);
  }, '127.0.0.1');
  const refused = await scrap(['add', url], { store });
  expect(refused.stderr).toContain('scrap jobs run');
  const [slug = ''] = refused.stdout.split('\t');
  expect((await scrap(['jobs', 'run'], { store })).stdout).toContain('refusal');
  expect((await scrap(['read', slug], { store })).stderr).toContain('could not be fetched');

  const again = await scrap(['fetch', slug, '--allow-private'], { store });
  expect([again.status, again.stdout]).toEqual([0, `${slug}\t${url}\n`]);
  expect((await scrap(['jobs', 'run'], { store })).stdout).toBe(`${slug}\tfetch\tdone\n`);
  const read = await scrap(['read', slug], { store, env: { SCRAP_FORCE_TTY: '1' } });
  expect(read.stdout).toMatch(/^Bread\n/);
  expect(read.stdout).toContain(`quoted from ${url}/, just now`);
  expect(read.stdout).toContain('│ Sourdough needs patience');
  // in a pipe it is the text, and nothing that somebody else wrote
  expect((await scrap(['read', slug], { store })).stdout).toBe(url);
  expect((await scrap(['jobs'], { store })).stdout).toBe('');

  const told = await scrap(['add', `${url}/#again`, '--allow-private'], { store });
  expect(told.stderr).toContain(`You have this link already: ${slug}`);
});

test.each([
  ['nested a hundred thousand deep', '<div>'.repeat(100_000), { kind: 'link', title: 'Odd' }],
  ['nested twenty thousand deep', '<div>'.repeat(20_000), { kind: 'link', title: 'Odd' }],
  ['of half a million elements', '<p>x</p>'.repeat(500_000), { kind: 'link', title: 'Odd' }],
  ['of one endless attribute', `<p class="${'a '.repeat(2_000_000)}">x`, { kind: 'link' }],
])('a page %s ends nothing, and its link stays', { timeout: 60_000 }, async (_, html, as) => {
  const store = temporaryStore();
  const { url } = await site((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<title>Odd</title>${html}`);
  }, '127.0.0.1');
  await scrap(['add', url, '--allow-private'], { store });
  const run = await scrap(['jobs', 'run'], { store });
  expect(run.status).toBe(0);
  expect(run.stdout).toMatch(/\tfetch\t(?:done|refusal {2}What is there cannot be read\.)\n$/);
  const [page = ''] = (await scrap(['recent', '--json'], { store })).stdout.split('\n');
  expect(JSON.parse(page)).toMatchObject(as);
});

test('--no-fetch asks nobody, and an agent has nobody asked', async () => {
  const store = temporaryStore();
  const { url, asked } = await site((_, response) => response.end('x'), '127.0.0.1');
  await scrap(['add', url, '--no-fetch'], { store });
  await scrap(['add', url, '--as', 'claude'], { store });
  const run = await scrap(['jobs', 'run'], { store });
  expect([run.status, run.stdout, run.stderr]).toEqual([0, '', 'nothing to do now\n']);
  expect(asked).toEqual([]);
});
