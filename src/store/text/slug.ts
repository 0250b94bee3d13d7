import { once } from '../once.ts';
import { LIMITS } from '../pages/words.ts';
import { isAscii } from './blanks.ts';

const WORDS = once(() => /[\p{L}\p{M}\p{N}]+/gu);
const NUMBER = once(() => /^\p{N}+$/u);

/**
 * The slug a title gives: NFC, lower case, letters, marks and digits of any script with `-`
 * between them, at most 80 characters, cut at a `-` where there is one. `''` where nothing is
 * left. Never digits alone, since a bare number names a row of the last list: those get `page-`.
 */
export function slugOf(title: string): string {
  const plain = title
    .slice(0, 4 * LIMITS.title)
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/['\u2019\u00AD\u200B-\u200D\u2060\uFEFF\uD800-\uDFFF]/gu, '');
  const words = plain.match(isAscii(plain) ? /[a-z0-9]+/g : WORDS());
  const slug = cut(words?.join('-') ?? '');
  const isNumber = isAscii(slug) ? /^\d+$/.test(slug) : NUMBER().test(slug);
  return isNumber ? cut(`page-${slug}`) : slug;
}

function cut(slug: string): string {
  if (slug.length <= LIMITS.slug) return slug;
  const dash = slug.lastIndexOf('-', LIMITS.slug);
  // a first word that fills more than half the slug is cut through rather than dropping the rest
  if (dash > LIMITS.slug / 2) return slug.slice(0, dash);
  const short = slug.slice(0, LIMITS.slug);
  return /[\uD800-\uDBFF]$/.test(short) ? short.slice(0, -1) : short.replace(/-$/, '');
}
