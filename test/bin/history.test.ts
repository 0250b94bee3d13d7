import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { scrap, temporaryDirectory, temporaryStore } from '../kit/scrap.ts';
import { transcript, type Typed } from './transcript.ts';

const laptop = { SCRAP_CLIENT: 'laptop' };

const AFTERNOON: readonly Typed[] = [
  ...[1, 2, 3, 4, 5].map((n) => ({
    args: ['add', `From Claude ${n}`, '--as', 'claude', '--origin', 'sort the inbox'],
    env: laptop,
  })),
  { args: ['rename-tag', 'inbox', 'sorted', '--as', 'claude'], env: laptop },
  { args: ['edit', 'from-claude-2'], input: 'Mine now\n' },
  { args: ['tags'] },
  { args: ['review'] },
  { args: ['revert', '--client', 'laptop', '--since', '1h', '--dry-run'] },
  { args: ['revert', '--client', 'laptop', '--since', '1h'] },
  { args: ['tags'] },
  { args: ['search', 'is:trashed'] },
  { args: ['read', 'from-claude-2'] },
  { args: ['revisions', 'from-claude-2'] },
  { args: ['diff', 'from-claude-2'] },
  { args: ['changes', '--limit', '3'] },
  { args: ['review', '--keep'] },
  { args: ['review'] },
];

test('what an agent did to forty files is seen and taken back, to the byte', async () => {
  const [store, folder] = [temporaryStore(), join(temporaryDirectory(), 'notes')];
  mkdirSync(folder);
  for (let n = 10; n < 50; n++) {
    const front = n % 2 === 0 ? `---\r\ntags: [ "inbox", x ]   # mine\r\nn: ${n}\r\n---\r\n` : '';
    writeFileSync(join(folder, `${n}.md`), `${front}page ${n} #inbox  `);
  }
  expect(await scrap(['import', folder], { store })).toMatchObject({ status: 0 });
  const shown = await transcript(store, AFTERNOON);
  await expect(shown).toMatchFileSnapshot(join('transcripts', 'history.txt'));
  const out = temporaryDirectory();
  expect(await scrap(['export', out], { store })).toMatchObject({ status: 0 });
  const names = readdirSync(folder);
  expect(names).toHaveLength(40);
  for (const name of names) {
    expect(readFileSync(join(out, name), 'utf8')).toBe(readFileSync(join(folder, name), 'utf8'));
  }
});

test('purge shows what would go, and wants a yes', async () => {
  const shown = await transcript(temporaryStore(), [
    { args: ['add', 'a secret', '--key', 'k'] },
    { args: ['purge', 'a-secret'] },
    { args: ['purge', 'a-secret', '--yes', '--as', 'claude'] },
    { args: ['purge', 'a-secret', '--yes'] },
    { args: ['read', 'a-secret'] },
    { args: ['add', 'a secret', '--key', 'k'] },
    { args: ['revert', '--change', '2'] },
    { args: ['undo'] },
  ]);
  await expect(shown).toMatchFileSnapshot(join('transcripts', 'purge.txt'));
});

test('changes of what pages are, in colour', async () => {
  const env = { SCRAP_FORCE_TTY: '1', FORCE_COLOR: '1' };
  const shown = await transcript(
    temporaryStore(),
    [
      { args: ['add', 'call the plumber'] },
      { args: ['edit-meta', 'call-the-plumber', '--due', '2030-01-04', '--add-tag', 'home'] },
      { args: ['edit', 'call-the-plumber'], input: 'call Ann, the plumber\n' },
      { args: ['edit-meta', 'call-the-plumber', '--priority', '1', '--as', 'claude'] },
      { args: ['rename-tag', 'home', 'house', '--dry-run'] },
      { args: ['rename-tag', 'home', 'house'] },
      { args: ['revisions', 'call-the-plumber'] },
      { args: ['diff', 'call-the-plumber', '1'] },
      { args: ['changes'] },
      { args: ['review'] },
      { args: ['review', '--revert'] },
      { args: ['review', '--revert', '--yes'] },
      { args: ['revert', '--author', 'claude', '--since', '1'] },
      { args: ['edit-meta', 'call-the-plumber', '--due', 'none'] },
      { args: ['undo', '--dry-run'] },
      { args: ['undo'] },
      { args: ['edit-meta', 'call-the-plumber', '--due', 'blursday'] },
      { args: ['edit-meta', 'call-the-plumber'] },
      { args: ['rename-tag', 'home'] },
      { args: ['revert'] },
    ].map((typed) => ({ ...typed, env })),
  );
  await expect(shown).toMatchFileSnapshot(join('transcripts', 'history-in-colour.txt'));
});
