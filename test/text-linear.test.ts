import { describe, expect, test } from 'vitest';

import { decode } from '../src/store/text/decode.ts';
import { derive } from '../src/store/text/derive.ts';
import { setFrontMatterLines } from '../src/store/text/edit-front-matter.ts';
import { splitFrontMatter } from '../src/store/text/fence.ts';
import { fold, tokens } from '../src/store/text/fold.ts';
import { itemWords } from '../src/store/text/item-fields.ts';
import { renameTags, renaming } from '../src/store/text/rename-tags.ts';
import { slugOf } from '../src/store/text/slug.ts';
import { tick, untick } from '../src/store/text/tick.ts';
import { readTodoLine } from '../src/store/text/todo-line.ts';
import { wordDiff } from '../src/store/text/word-diff.ts';

const TODAY = '2026-11-30';
const REPEATS = '- [ ] a 🔁 every day 📅 2026-12-01 ';

/** What tempts a parser to look again and again at what it has seen; repeated to a length. */
const HOSTILE = [
  '[',
  '[[',
  '![[a',
  '[[a|',
  ']',
  '](',
  '[a](',
  '[a](<',
  '[a](b "',
  "[a](b '",
  '[a](b (',
  '`',
  '`` ` ',
  '`a``b',
  '<',
  '<a ',
  '<!--',
  '<!-- \n\n',
  '%%',
  '%%\n',
  '%% a\n\n',
  '$$\n',
  '$$ \n\n',
  '<pre>\n',
  '<pre> \n\n',
  '#',
  '#a/',
  '# ',
  '> ',
  '>',
  '- ',
  '1. ',
  '- [ ] ',
  '- [ ] 📅 ',
  '🔁 ',
  '✅ ',
  'due:"',
  'due:2026-12-01 ',
  '[due:: ',
  '(A',
  '```\n',
  '~~~ \n',
  ' ',
  '\t',
  '\n',
  ' \n',
  '\r',
  '\\',
  '\\`',
  '*',
  '_',
  '*a_',
  'https://',
  'a://(',
  '[a]: ',
  '[a]: b\n',
  '---\n',
  '--- ',
  '=\n',
  'a',
  'é',
  'e\u0301',
  '\u0301',
  '漢',
  '🐡',
  '👩\u200D',
  'ᄀ',
  '!',
  '+',
  'a+',
  ': ',
  'a: b\n',
  '\u2028',
];

describe('time grows with the length', () => {
  test.each([
    ['derive', (text: string) => derive(text, { at: '' })],
    ['derive with front matter', (text: string) => derive(`---\na: 1\n---\n${text}`, { at: '' })],
    [
      'derive of a block',
      (text: string) => derive(`---\n${text.slice(0, 60_000)}\n---\n`, { at: '' }),
    ],
    ['fold', fold],
    [
      'tokens',
      (text: string) => {
        for (const { token } of tokens(text)) void token;
      },
    ],
    ['slugOf', slugOf],
    ['splitFrontMatter', (text: string) => splitFrontMatter(`---\n${text}`)],
    [
      'setFrontMatterLines',
      (text: string) => setFrontMatterLines(`---\n${text}\n---\n`, { a: ['b'] }),
    ],
    ['renameTags', (text: string) => renameTags(text, renaming('a', 'b'))],
    ['wordDiff', (text: string) => wordDiff(text, `${text.slice(1)}x`)],
    ['tick and untick', (text: string) => untick(tick(REPEATS + text, 1, TODAY)?.text ?? '', 1)],
    ['itemWords', itemWords],
    ['readTodoLine', (text: string) => readTodoLine(`a ${text}`, TODAY).catch(() => {})],
    ['decode', (text: string) => decode(Buffer.from(`${text}\0`))],
  ])('%s', async (_, run) => {
    const slow: string[] = [];
    for (const piece of HOSTILE) if (!(await isLinear(run, piece))) slow.push(piece);
    expect(slow).toEqual([]);
  });
});

/**
 * Whether twice the text takes at most three times as long. Of each length the fastest of some
 * runs counts, since whatever else the machine does only makes a run slower; and where that is
 * not enough, longer texts are tried: what grows with the square does so at every length.
 */
async function isLinear(run: (text: string) => unknown, piece: string): Promise<boolean> {
  for (const length of [50_000, 100_000, 200_000]) {
    const text = piece.repeat(Math.ceil(length / piece.length));
    let once = Infinity;
    let twice = Infinity;
    for (let attempt = 0; attempt < 8; attempt += 1) {
      once = Math.min(once, await timeOf(run, text));
      twice = Math.min(twice, await timeOf(run, text + text));
      // a clock is no measure of what takes next to nothing
      if (twice <= 3 * once || twice < 1) return true;
    }
  }
  return false;
}

/** CPU time in ms: what other programs take meanwhile does not count. */
async function timeOf(run: (text: string) => unknown, text: string): Promise<number> {
  const start = process.cpuUsage();
  await run(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
