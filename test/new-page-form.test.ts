import { expect, test } from 'vitest';

import { readForm } from '../src/commands/new-page.ts';

const form = (...lines: string[]) => ['---', ...lines].join('\n');

test.each([
  ['just text\n', { text: 'just text\n' }],
  [form('title:      # hint', '---', '', 'body\n'), { text: 'body\n' }],
  [
    form(
      'title: A # of B',
      'due: next friday   # friday',
      "tags: [home, 'x'] ",
      '---',
      '',
      'body\n',
    ),
    { title: 'A', due: 'next friday', tags: ['home', "'x'"], text: 'body\n' },
  ],
  [
    form('title: C# notes', 'kind: "log"', '---', 'body'),
    { title: 'C# notes', kind: 'log', text: 'body' },
  ],
  // what is not asked for stays front matter, and so does a value of several lines
  [
    form('author: Ann', 'due: fri', '---', 'body'),
    { due: 'fri', text: '---\nauthor: Ann\n---\nbody' },
  ],
  [
    form('title: A', 'tags:', '  - a', '- b', '---', 'body'),
    { title: 'A', text: '---\ntags:\n  - a\n- b\n---\nbody' },
  ],
  [form('title: A', 'body without an end'), { text: '---\ntitle: A\nbody without an end' }],
  [form('title: A\r', '---\r', '\r', 'b\r', ''), { title: 'A', text: 'b\n' }],
])('%j', (written, said) => {
  expect(readForm(written)).toEqual(said);
});
