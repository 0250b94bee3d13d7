import { DAY_FIELDS, fieldPlaces, fieldsIn, type Place } from './item-fields.ts';
import { type Following, following, type Rule } from './repeat.ts';
import { onThe, parseRule } from './repeat-words.ts';

/** What comes after an item: its text, or why there is none. */
export type Successor =
  | { readonly text: string }
  /** Its rule or one of its days is not understood, or the calendar ends. */
  | { readonly unread: true }
  /** It does not repeat. */
  | undefined;

/**
 * The text of the item that follows one that is done: its days moved, and nothing else changed
 * but the day it was done on, which goes, and the day of the month that a short month cut, which
 * is written into the rule. `today` counts where the rule says `when done`, or the item has no day.
 */
export function successorOf(text: string, today: string): Successor {
  const read = readRule(text);
  if (read === undefined || 'unread' in read) return read;
  const next = following(read.rule, read, today);
  return next === undefined ? { unread: true } : { text: write(text, read.places, next) };
}

/** Whether an item's text is what follows another, whenever that was done. */
export function isSuccessor(text: string, next: string): boolean {
  const read = readRule(text);
  if (read === undefined || 'unread' in read) return false;
  const { due, scheduled, start } = fieldsIn(fieldPlaces(next));
  const day = due ?? scheduled ?? start;
  if (day === undefined) return false;
  const hasDay = (read.due ?? read.scheduled ?? read.start) !== undefined;
  if (!read.rule.whenDone && hasDay) {
    const computed = following(read.rule, read, day);
    return computed !== undefined && write(text, read.places, computed) === next;
  }
  // then it counts from the day it was done, which nobody wrote down: any day will do
  const moved = following({ every: 0, unit: 'day', whenDone: true }, read, day);
  return moved !== undefined && write(text, read.places, moved) === next;
}

interface Read {
  readonly rule: Rule;
  readonly places: readonly Place[];
  readonly due?: string | undefined;
  readonly scheduled?: string | undefined;
  readonly start?: string | undefined;
}

function readRule(text: string): Read | { readonly unread: true } | undefined {
  const places = fieldPlaces(text);
  const { repeat, unread, due, scheduled, start } = fieldsIn(places);
  if (repeat === undefined) return undefined;
  const rule = parseRule(repeat);
  if (rule === undefined || unread.length > 0) return { unread: true };
  return { rule, places, due, scheduled, start };
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

function write(text: string, places: readonly Place[], next: Following): string {
  const edits: Edit[] = [];
  for (const { name, start, end, from, to } of places) {
    const day = DAY_FIELDS.find((field) => field === name);
    if (day !== undefined) edits.push({ from: start, to: end, by: next[day] ?? '' });
    if (name === 'done') edits.push({ from: text.slice(0, from).trimEnd().length, to, by: '' });
  }
  const rule = places.find(({ name }) => name === 'repeat');
  if (rule !== undefined) {
    const isColon = rule.manner === 'colon';
    if (next.anchor !== undefined) {
      edits.push(after(rule.end, isColon ? ` on:${next.anchor}` : onThe(next.anchor)));
    }
    const hasDay = places.some(({ name }) => DAY_FIELDS.some((field) => field === name));
    if (!hasDay) edits.push(after(rule.to, dueWritten(rule, next.due ?? '')));
  }
  return edited(text, edits);
}

function after(at: number, by: string): Edit {
  return { from: at, to: at, by };
}

/** A due day in the way the rule is written. */
function dueWritten({ manner }: Place, day: string): string {
  if (manner === 'sign') return ` 📅 ${day}`;
  return manner === 'brackets' ? ` [due:: ${day}]` : ` due:${day}`;
}

/** Edits do not overlap; of those at one place the first comes first. */
function edited(text: string, edits: readonly Edit[]): string {
  let written = '';
  let at = 0;
  for (const { from, to, by } of edits.toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue;
    written += text.slice(at, from) + by;
    at = to;
  }
  return written + text.slice(at);
}
