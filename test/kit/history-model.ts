/*
 * What a store with history should do, said a second time in the simplest way: every page is a
 * record of parts, and every part has the log of its values. Texts are words and `#tags` with
 * blanks between them and have no front matter, so that what they say is easily seen.
 */

/** Who writes: the owner, or an agent by its label. */
export type Actor = 'me' | 'a' | 'b';

/** Parts: `text`, `due`, `priority`, `status`, `trashed`, and `#tag` with what lies beside the text. */
type State = Map<string, string>;

interface Entry {
  readonly change: number;
  readonly actor: Actor;
  /** The values it changed, before and after. */
  readonly before: ReadonlyMap<string, string | undefined>;
}

export interface ModelPage {
  readonly slug: string;
  readonly madeBy: Actor;
  state: State;
  readonly log: Entry[];
  /** The state after each change. */
  readonly states: Map<number, State>;
}

export class Model {
  readonly pages: ModelPage[] = [];
  /** Who made each change; the first is number 1. */
  readonly changes: Actor[] = [];

  get latest(): number {
    return this.changes.length;
  }

  add(actor: Actor, slug: string, text: string): void {
    const change = this.#begin(actor);
    const state: State = new Map([['text', text]]);
    const made = { change, actor, before: new Map() };
    const states = new Map([[change, state]]);
    this.pages.push({ slug, madeBy: actor, state, log: [made], states });
  }

  /** Writes new states of some pages as one change; of none, it is none. */
  write(actor: Actor, next: ReadonlyMap<ModelPage, State>): void {
    if (next.size === 0) return;
    const change = this.#begin(actor);
    for (const [page, state] of next) {
      const parts = new Set([...page.state.keys(), ...state.keys()]);
      const changed = [...parts].filter((part) => page.state.get(part) !== state.get(part));
      const before = new Map(changed.map((part) => [part, page.state.get(part)]));
      page.log.push({ change, actor, before });
      page.state = state;
      page.states.set(change, state);
    }
  }

  #begin(actor: Actor): number {
    this.changes.push(actor);
    return this.latest;
  }

  /** Whether an agent may still append: a page of agents, in whose text the owner has no word. */
  isAgents(page: ModelPage): boolean {
    const byOwner = page.log.some(({ actor, before }) => actor === 'me' && before.has('text'));
    return page.madeBy !== 'me' && !byOwner;
  }

  /**
   * What taking back makes of each page. One change takes with it what its maker did to the same
   * parts since; a group only what is in it.
   */
  takenBack(changes: ReadonlySet<number>, isTheirs: (entry: Entry) => boolean) {
    const next = new Map<ModelPage, State>();
    for (const page of this.pages) {
      const from = page.log.findIndex(({ change }) => changes.has(change));
      if (from === -1) continue;
      const state = from === 0 ? trashed(page, isTheirs) : undone(page, from, changes, isTheirs);
      if (state !== undefined) next.set(page, state);
    }
    return next;
  }
}

function trashed({ state, log }: ModelPage, isTheirs: (entry: Entry) => boolean) {
  if (state.has('trashed') || !log.every(isTheirs)) return undefined;
  return new Map(state).set('trashed', 'yes');
}

function undone(
  page: ModelPage,
  from: number,
  changes: ReadonlySet<number>,
  isTheirs: (entry: Entry) => boolean,
): State | undefined {
  const state = new Map(page.state);
  const parts = new Set(page.log.slice(from).flatMap(({ before }) => [...before.keys()]));
  for (const part of parts) {
    const touches = page.log.slice(from).filter(({ before }) => before.has(part));
    const own = touches.slice(touches.findLastIndex((entry) => !isTheirs(entry)) + 1);
    const first = own.find(({ change }) => changes.has(change));
    if (first === undefined) continue;
    const value = first.before.get(part);
    if (value === undefined) state.delete(part);
    else state.set(part, value);
  }
  return sameState(state, page.state) ? undefined : state;
}

function sameState(a: State, b: State): boolean {
  return a.size === b.size && [...a].every(([part, value]) => b.get(part) === value);
}

/** The `#tags` of a text. */
export function textTags(text: string): Set<string> {
  return new Set(text.match(/#\S+/g)?.map((tag) => tag.slice(1)));
}

/** The tags a page has: those of its text, less and more what lies beside it. */
export function tagsOf(state: ReadonlyMap<string, string>): string[] {
  const tags = textTags(state.get('text') ?? '');
  for (const [part, mark] of state) {
    if (part.startsWith('#') && mark === '-') tags.delete(part.slice(1));
    if (part.startsWith('#') && mark === '+') tags.add(part.slice(1));
  }
  return [...tags].toSorted();
}

/** The state with just these tags, as far as the text does not give them beside it. */
export function withTags(state: ReadonlyMap<string, string>, wanted: ReadonlySet<string>): State {
  const next = new Map(state);
  const inText = textTags(state.get('text') ?? '');
  const marked = [...state.keys()].filter((part) => part.startsWith('#'));
  for (const part of new Set([...marked, ...[...inText, ...wanted].map((tag) => `#${tag}`)])) {
    const tag = part.slice(1);
    const mark = state.get(part);
    next.delete(part);
    if (wanted.has(tag) && (!inText.has(tag) || mark === '+')) next.set(part, '+');
    if (!wanted.has(tag) && (inText.has(tag) || mark === '-')) next.set(part, '-');
  }
  return next;
}

/** A tag, or one below it, under its new name; undefined for another. */
export function renamed(tag: string, from: string, to: string): string | undefined {
  if (tag !== from && !tag.startsWith(`${from}/`)) return undefined;
  return to + tag.slice(from.length);
}
