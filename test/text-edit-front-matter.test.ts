import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { setFrontMatterLines } from '../src/store/text/edit-front-matter.ts';
import { splitFrontMatter } from '../src/store/text/fence.ts';
import { type FieldValue, readFrontMatter } from '../src/store/text/front-matter.ts';

const TEXT =
  '---\ntitle: a  # why\ntags:\n  - x\n  - y\n\n# about due\ndue: 2026-01-01\n---\nbody\n';

describe('setting a key', () => {
  test.each([
    ['replaces its line', TEXT, { due: '2026-12-24' }, TEXT.replace('2026-01-01', '2026-12-24')],
    ['keeps the shape of a list', TEXT, { tags: ['x', 'z'] }, TEXT.replace('- y', '- z')],
    ['takes its lines out', TEXT, { tags: null }, TEXT.replace('tags:\n  - x\n  - y\n', '')],
    [
      'adds a key at the end',
      TEXT,
      { priority: 2 },
      TEXT.replace('\n---\nbody', '\npriority: 2\n---\nbody'),
    ],
    ['finds a key in any case', '---\nTags: a\n---\n', { tags: ['b'] }, '---\nTags: [b]\n---\n'],
    ['quotes what needs it', '---\n---\n', { title: 'a: b' }, '---\ntitle: "a: b"\n---\n'],
    [
      'quotes nothing else',
      '---\n---\n',
      { at: '12:30', no: '-5' },
      '---\nat: 12:30\nno: -5\n---\n',
    ],
    [
      'quotes commas in lists',
      '---\n---\n',
      { aliases: ['a, b'] },
      '---\naliases: ["a, b"]\n---\n',
    ],
    ['keeps the comment behind', TEXT, { title: 'b' }, TEXT.replace('a  # why', 'b  # why')],
    [
      'keeps the comment behind a list',
      "---\ntags: ['a # b', c] # mine\n---\n",
      { tags: ['d'] },
      '---\ntags: [d] # mine\n---\n',
    ],
    ['knows a # that is none', "---\na: 'b #c'\n---\n", { a: 'd' }, '---\na: d\n---\n'],
    ['keeps CRLF', '---\r\na: 1\r\n---\r\n', { b: '2' }, '---\r\na: 1\r\nb: 2\r\n---\r\n'],
    [
      'replaces a value of many lines',
      '---\na: |\n  x\n  y\nb: 1\n---\n',
      { a: 'z' },
      '---\na: z\nb: 1\n---\n',
    ],
    [
      'replaces a list in brackets',
      '---\na: [x,\ny\n]\nb: 1\n---\n',
      { a: ['z'] },
      '---\na: [z]\nb: 1\n---\n',
    ],
    ['makes a block where there is none', 'text', { tags: ['a'] }, '---\ntags: [a]\n---\ntext'],
    ['makes none for nothing', 'text', { tags: null }, 'text'],
  ])('%s', (_, text, changes, expected) => {
    expect(setFrontMatterLines(text, changes)).toBe(expected);
  });

  test('is read back as it was set, and leaves the rest alone', () => {
    const texts = [
      TEXT,
      'text without a block\n',
      '',
      '---\n---\n',
      '---\r\ntags: [a,\r\n b]\r\nx: |\r\n  y\r\n---\r\nbody',
      "---\rtags:\r- a\r- b\rx: 'q\r  r'\r---\rbody",
    ];
    const odd = fc.stringMatching(/^[-?:,[\]{}#&*!|>'"%@` a~.<=]{0,6}$/);
    const words = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), odd);
    const value = fc.oneof(words, fc.array(words, { maxLength: 4 }), fc.integer());
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.constantFrom('tags', 'title', 'x', 'new key'),
        value,
        (text, key, set) => {
          const changed = setFrontMatterLines(text, { [key]: set });
          const expected = typeof set === 'number' ? String(set) : set;
          expect(fieldsOf(changed)).toEqual({ ...fieldsOf(text), [key]: expected });
          expect(splitFrontMatter(changed).body).toBe(splitFrontMatter(text).body);
          const removed = setFrontMatterLines(changed, { [key]: null });
          const { [key]: _, ...others } = fieldsOf(text);
          expect(fieldsOf(removed)).toEqual(others);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function fieldsOf(text: string): Record<string, FieldValue> {
  const split = splitFrontMatter(text);
  if (!('block' in split)) return {};
  const { fields, warnings } = readFrontMatter(split.block);
  expect(warnings).toEqual([]);
  return { ...fields };
}
