import { describe, expect, test } from 'vitest';

import { derive } from '../src/store/text/derive.ts';

const at = '2026-01-02T03:04:05.000Z';

describe('a page with front matter', () => {
  test('says in its words what scrap knows, and keeps the rest', async () => {
    const text = `---
title: Part 2: the long way round
Slug: Long Way
kind: todo
status: Doing
due: 2026-12-24
priority: B
created: 2026-11-30
modified: 2026-12-01T10:00:00+01:00
tags: [travel, '#Ferry']
tag: extra
aliases:
  - The long way
  -
postcode: 02142
nested: {a: [1.10]}
---
# Heading
#ferry #text
`;
    expect(await derive(text, { path: 'a.md', at })).toEqual({
      title: 'Part 2: the long way round',
      slugHint: 'long-way',
      kind: 'todo',
      status: 'doing',
      due: '2026-12-24',
      priority: 2,
      created: '2026-11-30',
      updated: '2026-12-01T10:00:00+01:00',
      tags: ['travel', 'Ferry', 'extra', 'text'],
      aliases: ['The long way'],
      fields: { postcode: '02142', nested: { a: ['1.10'] } },
      frontMatter: {
        title: 'Part 2: the long way round',
        Slug: 'Long Way',
        kind: 'todo',
        status: 'Doing',
        due: '2026-12-24',
        priority: 'B',
        created: '2026-11-30',
        modified: '2026-12-01T10:00:00+01:00',
        tags: ['travel', '#Ferry'],
        tag: 'extra',
        aliases: ['The long way', null],
        postcode: '02142',
        nested: { a: ['1.10'] },
      },
      items: [],
      links: [],
      warnings: [],
    });
  });

  test('keeps a value it cannot use as a field, with a warning', async () => {
    const text =
      '---\nkind: essay\nstatus: accepted\ndue: 2026-02-30\npriority: 9\ndate: soon\ntags: [a.b, c]\n---\n';
    const derived = await derive(text, { at });
    expect(derived).toMatchObject({
      tags: ['c'],
      fields: {
        kind: 'essay',
        status: 'accepted',
        due: '2026-02-30',
        priority: '9',
        date: 'soon',
        tags: ['a.b', 'c'],
      },
    });
    expect(derived).not.toHaveProperty('due');
    expect(derived.warnings).toHaveLength(5);
    expect(derived.warnings.join()).not.toMatch(/essay|accepted|02-30|a\.b/);
  });

  test.each([
    [
      'empty keys',
      '---\ntitle:\ntags:\naliases:\n  -\nstatus: ~\ntag: [null, , ""]\n---\n# From the heading\n',
    ],
    ['a template', '---\ntags: [{{tag}}]\naliases: {{x}}: y\n---\n# From the heading\n'],
  ])('makes no names of nothing: %s', async (_, text) => {
    expect(await derive(text, { path: 'a.md', at })).toMatchObject({
      title: 'From the heading',
      tags: [],
    });
  });

  test('that cannot be read is text', async () => {
    const text = '---\nOnly prose with a #tag\n\n- [ ] and an item\n---\nmore\n';
    expect(await derive(text, { at })).toMatchObject({
      title: 'Only prose with a #tag',
      tags: ['tag'],
      items: [{ line: 4, text: 'and an item' }],
      warnings: ['The front matter line 4 is not YAML, so it is kept as text.'],
    });
  });

  test('in another language is text', async () => {
    const derived = await derive('---js\n({title: "x"})\n---\nbody', { path: 'a/b.md', at });
    expect(derived).toMatchObject({
      title: 'b',
      fields: {},
      warnings: [expect.stringContaining('names a language')],
    });
  });
});

test('dates that do not exist leave the item open, and are told of', async () => {
  const lines = [
    '2024-02-31',
    '2024-13-01',
    '2024-1-5',
    '20240105',
    '05/01/2024',
    '0000-01-01',
    '9999-12-31',
    '',
  ];
  const { items, warnings } = await derive(lines.map((day) => `- [ ] a 📅 ${day}\n`).join(''), {
    at,
  });
  expect(items.map(({ status, due }) => [status, due])).toEqual([
    ...Array.from({ length: 6 }, () => ['open', undefined]),
    ['open', '9999-12-31'],
    ['open', undefined],
  ]);
  expect(warnings).toHaveLength(7);
  expect(warnings[0]).toBe('Line 1 has a due date that is not a day; write it like 2026-12-24.');
  const many = await derive('- [ ] 📅 x\n'.repeat(100), { at });
  expect(many.warnings.slice(9)).toEqual([
    expect.stringContaining('Line 10 '),
    '90 more lines have such dates.',
  ]);
});

test('org files keep their text and give their title', async () => {
  const text = '#+title: In Org\n* TODO x #no\n[[a]]\n';
  expect(await derive(text, { path: 'a.org', at })).toMatchObject({
    title: 'In Org',
    tags: [],
    links: [],
  });
  expect(await derive('* x', { path: 'dir/a.org', at })).toMatchObject({ title: 'a' });
});

test('a title that was given wins', async () => {
  expect(await derive('---\ntitle: a\n---\n# b', { title: 'given', at })).toMatchObject({
    title: 'given',
  });
  expect(await derive('', { at })).toMatchObject({ title: '2026-01-02 03:04' });
});
