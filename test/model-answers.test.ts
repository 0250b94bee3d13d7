import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readAnswer } from '../src/server/enrich/answer.ts';
import { type Answer, sayingOf } from '../src/store/enrich/keep.ts';
import type { Material } from '../src/store/index.ts';
import { isTag, tagKey } from '../src/store/text/tag.ts';

const MATERIAL: Material = {
  id: 1,
  revision: 1,
  sha256: new Uint8Array(32),
  title: 'A page',
  kind: 'note',
  tags: ['own'],
  text: '',
  quoted: '',
  pictures: [],
  knownTags: ['Food', 'a/b'],
  candidates: [
    { id: 7, slug: 'seven', title: 'Seven' },
    { id: 8, slug: 'eight', title: 'Eight' },
  ],
};

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 30_000 }),
);
const tag = fc.oneof(
  text,
  fc.constantFrom('food', '#FOOD', 'own', 'a/b', 'new', 'newer', 'newest'),
);
const slug = fc.oneof(text, fc.constantFrom('seven', 'eight', 'seven '));
const answer: fc.Arbitrary<Answer> = fc.record({
  summary: text,
  tags: fc.array(tag, { maxLength: 60 }),
  related: fc.array(slug, { maxLength: 60 }),
  title: text,
  kind: text,
  transcript: text,
});

/** What turns a terminal's lines around, or is no text: all but line ends, tabs and joiners. */
const ODD = /(?![\n\t\u200C\u200D])\p{C}/u;

test('of whatever a model answers, what is kept is bounded text, real tags and pages it was shown', () => {
  fc.assert(
    fc.property(answer, (said) => {
      const kept = sayingOf(said, MATERIAL);
      const texts = [kept.title, kept.kind, kept.summary, kept.transcript, ...(kept.tags ?? [])];
      for (const each of texts) expect(each ?? '').not.toMatch(ODD);
      expect((kept.title ?? '').length).toBeLessThanOrEqual(120);
      expect((kept.kind ?? '').length).toBeLessThanOrEqual(40);
      expect((kept.summary ?? '').length).toBeLessThanOrEqual(1_000);
      expect((kept.transcript ?? '').length).toBeLessThanOrEqual(20_000);
      expect(`${kept.title}${kept.kind}${kept.summary}`).not.toContain('\n');
      const tags = kept.tags ?? [];
      expect(tags.every(isTag)).toBe(true);
      expect(new Set(tags.map(tagKey)).size).toBe(tags.length);
      expect(tags.map(tagKey)).not.toContain('own');
      const others = tags.filter((each) => !MATERIAL.knownTags.includes(each));
      expect(others.length).toBeLessThanOrEqual(2);
      expect(tags.slice(tags.length - others.length)).toEqual(others);
      for (const id of kept.related ?? []) expect([7, 8]).toContain(id);
      expect(Object.values(kept).every((value) => value.length > 0)).toBe(true);
    }),
  );
});

test('an answer is read or it is none, and reading it never fails', () => {
  const whole = { summary: '', tags: [], related: [], title: '', kind: '', transcript: '' };
  expect(readAnswer(JSON.stringify(whole))).toEqual(whole);
  const odd = [
    { ...whole, more: 1 },
    { ...whole, tags: 'food' },
    { ...whole, related: [1] },
    { ...whole, summary: null },
    [whole],
    null,
  ];
  for (const each of odd) expect(readAnswer(JSON.stringify(each))).toBeUndefined();
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (any) => {
      expect(readAnswer(any)).toBeUndefined();
    }),
  );
});
