import { headings } from './headings.ts';
import { linesOf } from './lines.ts';

/** A heading of a text and where it stands, in characters from the beginning. */
export interface Place {
  readonly heading: string;
  /** From 1, the topmost, to 6. */
  readonly level: number;
  readonly offset: number;
}

/** The `#` headings of a text in order, with where each begins. */
function placesIn(text: string): Place[] {
  const found = headings(text);
  const places: Place[] = [];
  let number = 0;
  for (const { start } of linesOf(text)) {
    number += 1;
    const heading = found[places.length];
    if (heading?.line !== number) continue;
    places.push({ heading: heading.text, level: heading.level, offset: start });
  }
  return places;
}

const MOST = 100;
const LONGEST = 120;

/**
 * What a text is divided into: at most 100 headings, of a longer text only the upper levels, and of
 * those the first ones.
 */
export function outlineOf(text: string): Place[] {
  const places = placesIn(text);
  let shown = places;
  for (let level = 5; level > 0 && shown.length > MOST; level--) {
    const upper = places.filter((place) => place.level <= level);
    if (upper.length > 0) shown = upper;
  }
  return shown
    .slice(0, MOST)
    .map(({ heading, ...place }) => ({ heading: heading.slice(0, LONGEST), ...place }));
}

/**
 * Where the section under a heading begins and ends, its subsections with it: the first heading
 * with these words, however they are written in capitals; undefined where there is none. A
 * heading that an outline shows only the beginning of is found by that.
 */
export function sectionIn(
  text: string,
  heading: string,
): { start: number; end: number } | undefined {
  const wanted = folded(heading.replace(/^#+\s*/, ''));
  const places = placesIn(text);
  const at = places.findIndex((place) =>
    [place.heading, place.heading.slice(0, LONGEST)].some((words) => folded(words) === wanted),
  );
  const place = places[at];
  if (place === undefined) return undefined;
  const next = places.slice(at + 1).find((later) => later.level <= place.level);
  return { start: place.offset, end: next?.offset ?? text.length };
}

function folded(words: string): string {
  return words.trim().normalize('NFC').toLowerCase();
}
