import { describe, expect, test } from 'vitest';

import { pageOfShare } from '../src/server/shared-text.ts';

const RYE = 'https://a.example/rye?x=1&y=2';

describe('what a device shares becomes', () => {
  test.each([
    ['a link with its title', { title: 'Rye bread', url: RYE }, { title: 'Rye bread', text: RYE }],
    ['the same from one line', { text: `Rye bread ${RYE}` }, { title: 'Rye bread', text: RYE }],
    [
      'the same from all three fields',
      { title: 'Rye', text: `Rye\n${RYE}`, url: RYE },
      { title: 'Rye', text: RYE },
    ],
    ['a link that is everything', { title: RYE, text: RYE }, { text: RYE }],
    ['a link in the title alone', { title: RYE }, { text: RYE }],
    [
      'words and, below them, their link',
      { title: 'Rye', text: 'bake it\nslowly', url: RYE },
      { title: 'Rye', text: `bake it\nslowly\n\n${RYE}` },
    ],
    [
      'words with the link where it stands',
      { text: `see ${RYE} for it`, url: RYE },
      { text: `see ${RYE} for it` },
    ],
    [
      'a longer address beside a shorter one',
      { text: 'https://a.example/rye is good', url: 'https://a.example/' },
      { text: 'https://a.example/rye is good\n\nhttps://a.example/' },
    ],
    ['words as they are', { text: '100% & more 🐡\nLine 2' }, { text: '100% & more 🐡\nLine 2' }],
    [
      'words that look like markup',
      { text: '#notatag? [[link]] - [ ] task' },
      { text: '#notatag? [[link]] - [ ] task' },
    ],
    ['words that were the title', { title: 'buy rye' }, { text: 'buy rye' }],
    ['no link of what runs', { url: 'javascript:alert(1)' }, { text: 'javascript:alert(1)' }],
    [
      'a title too long for one as text',
      { title: 'a'.repeat(301), url: RYE },
      { text: `${'a'.repeat(301)}\n\n${RYE}` },
    ],
    ['nothing', {}, undefined],
    ['nothing of blanks', { title: ' ', text: '\n' }, undefined],
  ])('%s', (_name, shared, page) => {
    expect(pageOfShare({ title: '', text: '', url: '', ...shared })).toEqual(page);
  });

  test('files, whose names are no words', () => {
    const files = ['IMG_1.jpg', 'IMG_2.jpg'];
    const shared = { title: 'IMG_1.jpg', text: '', url: '' };
    expect(pageOfShare(shared, files)).toEqual({ text: '' });
    expect(pageOfShare({ ...shared, title: 'The hull' }, files)).toEqual({
      title: 'The hull',
      text: '',
    });
    expect(pageOfShare({ ...shared, text: 'The hull' }, files)).toEqual({ text: 'The hull' });
  });
});
