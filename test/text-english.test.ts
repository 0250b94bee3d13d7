import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { formsOf, stem } from '../src/store/text/english.ts';

describe('forms of one word have one stem', () => {
  test.each([
    'plan plans planned planning',
    'plane planes planed planing',
    'hop hops hopped hopping',
    'hope hopes hoped hoping',
    'fly flies flying',
    'try tries tried trying',
    'tie ties tied tying',
    'die dies died dying',
    'city cities',
    'day days',
    'box boxes boxed boxing',
    'class classes',
    'miss misses missed missing',
    'fall falls falling',
    'control controls controlled controlling',
    'travel travels traveled traveling travelled travelling',
    'relate relates related relating',
    'agree agrees agreed agreeing',
    'need needs needed needing',
    'add adds added adding',
    'note notes noted noting',
    'meeting meetings meet meets',
  ])('%s', (words) => {
    const forms = words.split(' ');
    expect(new Set(forms.map(stem)).size).toBe(1);
    for (const form of forms) expect(formsOf(form)).toEqual(expect.arrayContaining(forms));
  });
});

test.each([
  ['plan', 'plane'],
  ['new', 'news'],
  ['fee', 'feed'],
  ['bus', 'us'],
  ['thing', 'nothing'],
  ['sing', 's'],
  ['gas', 'ga'],
  ['its', 'it'],
  ['planer', 'plan'],
  ['straßen', 'straße'],
  ['日本', '日'],
])('%s is no form of %s', (a, b) => {
  expect(stem(a)).not.toBe(stem(b));
  expect(formsOf(a)).not.toContain(b);
});

test('a word is a form of itself, and forms are forms of one another', () => {
  const letters = fc.constantFrom(...Array.from('aeioubdglnprstxyz'));
  const ending = fc.constantFrom('', 's', 'es', 'ed', 'ing', 'ies', 'y', 'e', 'll', 'eed');
  const word = fc
    .tuple(fc.array(letters, { maxLength: 6 }), ending)
    .map(([start, end]) => start.join('') + end);
  fc.assert(
    fc.property(word, (written) => {
      const forms = formsOf(written);
      expect(forms[0]).toBe(written);
      for (const form of forms) {
        expect(stem(form)).toBe(stem(written));
        expect(new Set(formsOf(form))).toEqual(new Set(forms));
      }
    }),
    { numRuns: 2000 },
  );
});
