// A notebook of made-up pages, the same at every call: words as frequent as words are (Zipf),
// a median of 150 of them to a page (log-normal, 5 % above 530), tags, links, items, some front
// matter, some CJK and German, and one needle in exactly three pages.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WORDS = 60_000;
const EXPONENT = 1.05;

/** In three pages, and in most. */
export const RARE = 'quixotarian';
export const COMMON = 'ruko';

/** Writes the notebook below `folder`, 500 files to a directory; gives the bytes of its text. */
export function writeNotebook(folder, count) {
  const random = mulberry(count);
  const pick = zipf(random);
  let bytes = 0;
  for (let i = 0; i < count; i++) {
    const directory = join(folder, String(Math.floor(i / 500)));
    if (i % 500 === 0) mkdirSync(directory, { recursive: true });
    const text = page(i, count, random, pick);
    bytes += Buffer.byteLength(text);
    writeFileSync(join(directory, `${word(i)}-${i}.md`), text);
  }
  return bytes;
}

function page(i, count, random, pick) {
  const lines = [];
  if (random() < 0.5) {
    const day = `202${i % 7}-${pad(1 + (i % 12))}-${pad(1 + (i % 28))}`;
    lines.push(
      '---',
      `title: ${word(pick())} ${word(pick())} ${i}`,
      `tags: [${tag(pick())}, ${tag(pick())}]`,
      `date: ${day}`,
      '---',
      '',
    );
  } else lines.push(`# ${word(pick())} ${word(pick())} ${i}`, '');
  let left = Math.round(150 * Math.exp(0.768 * normal(random)));
  while (left > 0) {
    const length = Math.min(left, 8 + Math.floor(random() * 60));
    const words = Array.from({ length }, () => word(pick()));
    if (random() < 0.3) words.push(`#${tag(pick())}`);
    if (random() < 0.2) words.push(`[[${word(i % 97)}-${i % 97}]]`);
    lines.push(`${words.join(' ')}.`, '');
    left -= length;
  }
  if (i % 20 === 0)
    lines.push(`- [ ] ${word(pick())} ${word(pick())} 📅 2026-12-${pad(1 + (i % 28))}`, '');
  if (i % 16 === 3) lines.push('旅行の計画と漢字の練習。', '');
  if (i % 12 === 5) lines.push('Über größere Straßen und Köln.', '');
  if ([7, Math.floor(count / 2), count - 1].includes(i)) lines.push(RARE, '');
  return lines.join('\n');
}

/** The n-th most frequent word, short when it is frequent, and no other one's beginning. */
function word(n) {
  const [onsets, vowels] = [
    'b d f g h k l m n p r s t v br dr fl gr kl pr sh st tr'.split(' '),
    'aeiouy',
  ];
  let text = '';
  let rest = n + 40;
  do {
    const onset = onsets[rest % onsets.length];
    text += `${onset}${vowels[Math.floor(rest / onsets.length) % vowels.length]}${text === '' ? '' : 'nd'}`;
    rest = Math.floor(rest / (onsets.length * vowels.length));
  } while (rest > 0);
  return `${text}${'nrslt'[n % 5]}`;
}

function normal(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function tag(n) {
  const number = n % 400;
  return number % 5 === 0 ? `area/${word(number)}` : word(number);
}

function pad(number) {
  return String(number).padStart(2, '0');
}

function zipf(random) {
  const sums = new Float64Array(WORDS);
  let sum = 0;
  for (let i = 0; i < WORDS; i++) sums[i] = sum += 1 / (i + 1) ** EXPONENT;
  return () => {
    const wanted = random() * sum;
    let low = 0;
    let high = WORDS - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** mulberry32, a small generator with a seed; its quality is beside the point here. */
function mulberry(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
