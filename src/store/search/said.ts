import { type ErrorDetails, invalid, type ScrapError } from '../errors.ts';

/** A caller's own words in a sentence, short and on one line. */
export function short(words: string): string {
  const line = words
    .slice(0, 60)
    .replaceAll(/[\p{C}\p{Z}]/gu, ' ')
    .trim();
  return words.length > 60 ? `${line}…` : line;
}

/** The error for a query that cannot be meant; `position` counts characters from 0. */
export function badQuery(message: string, position: number, more: ErrorDetails = {}): ScrapError {
  return invalid(message, { ...more, reason: 'bad_query', field: 'query', position });
}
