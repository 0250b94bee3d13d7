import { expect } from 'vitest';

import type { Caller, OperationName, Store } from '../../src/store/index.ts';
import {
  type Actor,
  type Model,
  type ModelPage,
  renamed,
  tagsOf,
  textTags,
  withTags,
} from './history-model.ts';
import type { ActOf } from './history-steps.ts';
import { doing } from './pages.ts';

/** A call that was made with a key, and its answer. */
export interface Kept {
  readonly operation: OperationName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Whether a call has written something, and its key with it. */
export function wrote({ operation, answer }: Kept): boolean {
  return operation !== 'revert' || 'change' in answer;
}

/** A store, the model of it, and the keyed calls so far. */
interface Both {
  readonly store: Store;
  readonly model: Model;
  readonly kept: Kept[];
}

let keys = 0;

/** One caller doing one thing, in the store and in the model. */
export class Turn {
  readonly #run: Both;
  readonly #actor: Actor;
  readonly #caller: Caller;
  readonly #keyed: boolean;

  constructor(run: Both, actor: Actor, caller: Caller, keyed: boolean) {
    this.#run = run;
    this.#actor = actor;
    this.#caller = caller;
    this.#keyed = keyed;
  }

  async add({ text }: ActOf<'add'>): Promise<void> {
    const { slug } = await this.#does('add', { text });
    this.#run.model.add(this.#actor, String(slug), text);
  }

  async append({ page: n, text }: ActOf<'append'>): Promise<void> {
    const page = this.#page(n);
    const input = { to: page.slug, text };
    if (page.state.has('trashed')) return this.#mayNot('conflict', 'add', input);
    if (this.#actor !== 'me' && !this.#run.model.isAgents(page)) {
      return this.#mayNot('refused', 'add', input);
    }
    await this.#does('add', input);
    const before = page.state.get('text') ?? '';
    const gap = before.endsWith('\n') ? '\n' : '\n\n';
    this.#becomes([page, new Map(page.state).set('text', `${before}${gap}${text}\n`)]);
  }

  async edit({ page: n, text, stale }: ActOf<'edit'>): Promise<void> {
    const page = this.#page(n);
    const { slug } = page;
    const { revision } = await doing<{ revision: number }>(this.#run.store, 'read', { page: slug });
    const input = { page: slug, text, revision: stale ? revision + 1 : revision };
    if (this.#actor !== 'me') return this.#mayNot('refused', 'edit', input);
    if (stale || page.state.has('trashed')) return this.#mayNot('conflict', 'edit', input);
    await this.#does('edit', input);
    const next = new Map(page.state).set('text', text);
    const old = textTags(page.state.get('text') ?? '');
    for (const tag of textTags(text)) {
      if (!old.has(tag) && next.get(`#${tag}`) === '-') next.delete(`#${tag}`);
    }
    this.#becomes([page, next]);
  }

  async editMeta(act: ActOf<'edit_meta'>): Promise<void> {
    const pages = [...new Set(act.pages.map((n) => this.#page(n)))];
    const { due, priority, status, add, remove } = act;
    const singles = Object.entries({ due, priority, status }).filter(
      ([, value]) => value !== undefined,
    );
    const input = {
      pages: pages.map(({ slug }) => slug),
      ...Object.fromEntries(singles),
      ...(add === undefined ? {} : { add_tags: [add] }),
      ...(remove === undefined ? {} : { remove_tags: [remove] }),
    };
    if (Object.keys(input).length === 1) return this.#mayNot('invalid', 'edit_meta', input);
    if (pages.some(({ state }) => state.has('trashed'))) {
      return this.#mayNot('conflict', 'edit_meta', input);
    }
    await this.#does('edit_meta', input);
    this.#becomes(
      ...pages.map((page) => {
        const tags = new Set(tagsOf(page.state));
        if (remove !== undefined) tags.delete(remove);
        if (add !== undefined) tags.add(add);
        const state = withTags(page.state, tags);
        for (const [field, value = 'none'] of singles) {
          if (value === 'none') state.delete(field);
          else state.set(field, value);
        }
        return [page, state] as const;
      }),
    );
  }

  async renameTag({ from, to }: ActOf<'rename_tag'>): Promise<void> {
    if (from === to) return this.#mayNot('invalid', 'rename_tag', { from, to });
    const pages = this.#run.model.pages.filter(({ state }) =>
      tagsOf(state).some((tag) => renamed(tag, from, to)),
    );
    if (pages.length === 0) return this.#mayNot('not_found', 'rename_tag', { from, to });
    await this.#does('rename_tag', { from, to });
    this.#becomes(...pages.map((page) => [page, renameOn(page, this.#actor, from, to)] as const));
  }

  async moveToTrash({ does, page: n }: ActOf<'trash' | 'untrash'>): Promise<void> {
    const page = this.#page(n);
    if (this.#actor !== 'me') return this.#mayNot('refused', does, { page: page.slug });
    await this.#does(does, { page: page.slug });
    const next = new Map(page.state);
    if (does === 'trash') next.set('trashed', 'yes');
    else next.delete('trashed');
    this.#becomes([page, next]);
  }

  async revertOne({ change: n }: ActOf<'revert one'>): Promise<void> {
    const { model } = this.#run;
    const change = (n % model.latest) + 1;
    const by = model.changes[change - 1];
    if (this.#actor !== 'me' && by === 'me') return this.#mayNot('refused', 'revert', { change });
    const next = model.takenBack(
      new Set([change]),
      (entry) => entry.change >= change && entry.actor === by,
    );
    expect(await this.#does('revert', { change })).toMatchObject({ count: next.size });
    this.#becomes(...next);
  }

  async revertAll({ by, since: n }: ActOf<'revert all'>): Promise<void> {
    const { model } = this.#run;
    const since = (n % model.latest) + 1;
    const whose = by === 'me' || by === 'claude' ? { author: by } : { client: by };
    const input = { ...whose, since: String(since) };
    if (this.#actor !== 'me' && by === 'me') return this.#mayNot('refused', 'revert', input);
    const isTheirs = (actor: Actor) => (by === 'claude' ? actor !== 'me' : actor === by);
    const changes = new Set(
      model.changes.flatMap((actor, i) => (i + 1 >= since && isTheirs(actor) ? [i + 1] : [])),
    );
    const next = model.takenBack(changes, (entry) => changes.has(entry.change));
    const told = await this.#does('revert', input);
    expect(told).toMatchObject({ count: next.size, changes: changes.size });
    this.#becomes(...next);
  }

  /** Pages are named by a number that wraps around. */
  #page(n: number): ModelPage {
    const { pages } = this.#run.model;
    const page = pages[n % pages.length];
    if (page === undefined) throw new Error('no page yet');
    return page;
  }

  async #does(operation: OperationName, input: object): Promise<Record<string, unknown>> {
    keys += 1;
    const all = { ...input, ...(this.#keyed ? { key: `k${keys}` } : {}) };
    const answer = await doing(this.#run.store, operation, all, this.#caller);
    if (this.#keyed) this.#run.kept.push({ operation, input: all, caller: this.#caller, answer });
    return answer;
  }

  /** What no agent may do is not even offered over MCP. */
  async #mayNot(code: string, operation: OperationName, input: object): Promise<void> {
    const isOffered = !['edit', 'trash', 'untrash'].includes(operation);
    const expected = this.#caller.door === 'mcp' && !isOffered ? 'not_found' : code;
    await expect(doing(this.#run.store, operation, input, this.#caller)).rejects.toMatchObject({
      code: expected,
    });
  }

  #becomes(...next: (readonly [ModelPage, Map<string, string>])[]): void {
    this.#run.model.write(this.#actor, new Map(next));
  }
}

function renameOn(page: ModelPage, actor: Actor, from: string, to: string): Map<string, string> {
  const tags = tagsOf(page.state);
  const wanted = new Set(tags.map((one) => renamed(one, from, to) ?? one));
  const state = new Map<string, string>();
  for (const [part, value] of page.state) {
    const name =
      part.startsWith('#') && value === '+' ? renamed(part.slice(1), from, to) : undefined;
    state.set(name === undefined ? part : `#${name}`, value);
  }
  if (actor === 'me') {
    const words = (page.state.get('text') ?? '').replaceAll(/#(\S+)/g, (whole, one: string) =>
      tags.includes(one) ? `#${renamed(one, from, to) ?? one}` : whole,
    );
    state.set('text', words);
  }
  return withTags(state, wanted);
}
