import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { outlineOf, sectionIn } from '../src/store/text/sections.ts';

const TEXT = `---
title: Guide
---
Before.

# Oven

Hot.

## Cleaning ##

Soap.

\`\`\`
# not a heading
\`\`\`

## cleaning

Again.

# **Fridge**

Cold.
`;

const read = (heading: string) => {
  const found = sectionIn(TEXT, heading);
  return found && TEXT.slice(found.start, found.end).trim().split('\n\n');
};

describe('a section', () => {
  test.each([
    ['Oven', ['# Oven', 'Hot.', '## Cleaning ##']],
    ['# oven', ['# Oven', 'Hot.', '## Cleaning ##']],
    ['  CLEANING ', ['## Cleaning ##', 'Soap.']],
    ['Fridge', ['# **Fridge**', 'Cold.']],
  ])('%j', (heading, beginning) => {
    expect(read(heading)?.slice(0, beginning.length)).toEqual(beginning);
  });

  test('ends where one of its level or above begins, and has those below it', () => {
    expect(read('Oven')?.at(-1)).toBe('Again.');
    expect(read('Cleaning')).not.toContain('Again.');
  });

  test.each(['not a heading', 'title', '', 'Ove'])('%j is none', (heading) => {
    expect(read(heading)).toBeUndefined();
  });

  test('is found by as much of its heading as the outline shows', () => {
    const long = `# ${'very '.repeat(100)}long\n\nyes`;
    const [place] = outlineOf(long);
    expect(place?.heading.length).toBe(120);
    expect(sectionIn(long, place?.heading ?? '')).toEqual({ start: 0, end: long.length });
  });
});

describe('an outline', () => {
  test('says where each heading is', () => {
    const outline = outlineOf(TEXT);
    expect(outline.map(({ heading, level }) => [heading, level])).toEqual([
      ['Oven', 1],
      ['Cleaning', 2],
      ['cleaning', 2],
      ['Fridge', 1],
    ]);
    for (const { heading, offset } of outline) {
      expect(TEXT.slice(offset).split('\n', 1)[0]?.toLowerCase()).toContain(heading.toLowerCase());
      expect(TEXT.slice(offset)).toMatch(/^#/);
    }
  });

  test('of a long text has the upper levels, and never more than a hundred', () => {
    const chapters = (count: number) =>
      Array.from({ length: count }, (_, i) => `# Chapter ${i}\n\n## Part\n\n### Piece\n`).join(
        '\n',
      );
    expect(new Set(outlineOf(chapters(40)).map(({ level }) => level))).toEqual(new Set([1, 2]));
    expect(outlineOf(chapters(500))).toHaveLength(100);
    expect(outlineOf(chapters(500)).at(-1)?.heading).toBe('Chapter 99');
    expect(outlineOf('###### deep\n'.repeat(300))).toHaveLength(100);
  });

  test('its offsets are in order and in the text, whatever the text is', () => {
    const line = fc.oneof(fc.string(), fc.constantFrom('# a', '## b', '```', '---', '\r', ''));
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join('\n');
        const offsets = outlineOf(text).map(({ offset }) => offset);
        expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
        for (const offset of offsets) expect(text.slice(offset)).toMatch(/^ {0,3}#/);
      }),
    );
  });
});
