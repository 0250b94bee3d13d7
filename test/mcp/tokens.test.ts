import { createHash } from 'node:crypto';

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';

import { tokensIn } from '../../src/server/mcp/tokens.ts';

/** Counted with `o200k_base`. Other models need up to a quarter more, most so for Chinese. */
const bytes = (length: number) =>
  Buffer.concat(
    Array.from({ length: length / 32 }, (_, i) => createHash('sha256').update(String(i)).digest()),
  );

const list = Array.from({ length: 40 }, (_, i) => ({
  slug: `kelp-forest-${i}`,
  title: `Kelp forest ${i}`,
  kind: 'note',
  tags: ['sea', 'plants/kelp'],
  author: 'me',
  created: '2026-11-30T14:00:00.000Z',
  url: `https://box.tail1234.ts.net/p/kelp-forest-${i}`,
}));

const SAMPLES: Readonly<Record<string, string>> = {
  English:
    'Kelp forests are underwater areas with a high density of kelp, which covers a large part of the world’s coastlines. '.repeat(
      40,
    ),
  German:
    'Die Übergangsbestimmungen gelten für alle Straßenverkehrsteilnehmer, deren Fahrzeuge vor dem Stichtag zugelassen wurden. '.repeat(
      40,
    ),
  Polish: 'Zażółć gęślą jaźń, a potem idź na spacer wzdłuż wybrzeża, gdzie rosną lasy. '.repeat(40),
  Russian: 'Леса ламинарии растут вдоль холодных побережий и дают приют многим рыбам. '.repeat(40),
  Greek: 'Τα δάση φυκιών μεγαλώνουν σε κρύα νερά και προστατεύουν τα ψάρια. '.repeat(40),
  Arabic: 'تنمو غابات عشب البحر في المياه الباردة وتوفر مأوى للعديد من الأسماك. '.repeat(40),
  Hindi: 'समुद्री घास के जंगल ठंडे पानी में उगते हैं और कई मछलियों को आश्रय देते हैं। '.repeat(40),
  Thai: 'ป่าสาหร่ายเคลป์เติบโตในน้ำเย็นและเป็นที่อยู่อาศัยของปลาหลายชนิด '.repeat(40),
  Chinese: '海藻森林生长在寒冷的沿海水域,为许多鱼类提供庇护所,也吸收大量的碳。'.repeat(40),
  Japanese: '昆布の森は冷たい海で育ち、多くの魚たちの隠れ家となっています。'.repeat(40),
  Korean: '다시마 숲은 차가운 바다에서 자라며 많은 물고기의 은신처가 됩니다. '.repeat(40),
  emoji: '🐡🌊🪸🐠🦑👩‍🚀🏳️‍🌈'.repeat(40),
  code: 'export const add = (a: number, b: number): number => { return a + b; }; // sum\n'.repeat(
    40,
  ),
  'code as JSON': JSON.stringify(
    "if (x !== 'y') {\n\treturn [...z].map((q) => q?.r ?? 0);\n}\n".repeat(40),
  ),
  'a list': JSON.stringify({ pages: list, total: 40 }),
  numbers: Array.from({ length: 400 }, (_, i) => i * 7919).join(','),
  hexadecimal: bytes(2_048).toString('hex'),
  base64: bytes(2_048).toString('base64'),
  'any bytes': bytes(2_048).toString('latin1'),
  signs: '!@#$%^&*()_+{}|:"<>?-=[];\',./~`'.repeat(40),
  'signs as JSON': JSON.stringify('\\"\n\t\u0001'.repeat(200)),
  spaces: `${' '.repeat(60)}x`.repeat(40),
  'rare characters': String.fromCodePoint(
    ...Array.from({ length: 400 }, (_, i) => 0x20000 + i * 7),
  ),
  'rare letters': String.fromCodePoint(...Array.from({ length: 400 }, (_, i) => 0x1200 + i)),
};

describe('an estimate of tokens', () => {
  test.each(Object.entries(SAMPLES))('%s is never short, nor far too long', (_name, text) => {
    const real = countTokens(text);
    const estimate = tokensIn(text);
    expect(estimate).toBeGreaterThanOrEqual(real);
    expect(estimate).toBeLessThan(real * 3);
  });

  test('has a margin for Chinese, Japanese and Korean', () => {
    for (const language of ['Chinese', 'Japanese', 'Korean'] as const) {
      const text = SAMPLES[language] ?? '';
      expect(tokensIn(text)).toBeGreaterThan(1.25 * countTokens(text));
    }
  });

  test('of rare words is short by a third at most', () => {
    const text = ' kelp zq sphinx'.repeat(200);
    expect(tokensIn(text)).toBeGreaterThan(countTokens(text) / 1.5);
  });

  test.each(['', 'a', ' ', '漢'])('of %j is whole', (text) => {
    expect(tokensIn(text)).toBe(text === '' ? 0 : 1);
  });
});
