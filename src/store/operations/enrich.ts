import * as z from 'zod/mini';

import type { Store } from '../database/store.ts';
import { type Against, type Also, reasonAgainst } from '../enrich/eligible.ts';
import { materialOf } from '../enrich/material.ts';
import { queuePage } from '../enrich/sweep.ts';
import { choice, fields, flag, optional, text, whole } from '../fields.ts';
import { resume } from '../jobs/enqueue.ts';
import { type Caller, operation } from '../operation.ts';
import { mayOnlyHere } from '../pages/may.ts';
import { type PageRow, pageById } from '../pages/row.ts';
import { LIMITS } from '../pages/words.ts';
import { searchPages } from '../search/search.ts';
import { costOf, type Model, MODEL_NAMES, USUAL_MODEL } from '../spending/prices.ts';

export const enrich = operation({
  name: 'enrich',
  summary: 'Have a model say what pages are about, within the budget; or tell what it would cost.',
  effect: 'edits',
  doors: { cli: true, http: false, mcp: false },
  words: 'query',
  input: () =>
    fields({
      query: optional(text('Which pages; the newest where nothing is said', LIMITS.query)),
      limit: optional(whole('At most this many pages, 100 unless said', 1, 1000)),
      private: optional(flag('Also pages with the tag private')),
      mirrored: optional(flag('Also pages that are mirrored from a notebook')),
      dry_run: optional(flag('Only tell which and what it would cost')),
      model: optional(choice('Whose prices to reckon with', MODEL_NAMES)),
    }),
  output: () =>
    z.strictObject({
      pages: z.array(z.strictObject({ slug: z.string(), title: z.string(), usd: z.number() })),
      usd: z.number().check(z.describe('What it will cost, about')),
      left_out: z.record(z.string(), z.number()).check(z.describe('How many pages, by why')),
      queued: z.boolean(),
      warnings: z.optional(z.array(z.string())),
    }),
  async run(store, input, caller) {
    mayOnlyHere(caller, 'have a model read pages');
    const { limit = 100, dry_run: dry = false, model = USUAL_MODEL } = input;
    const also = { private: input.private ?? false, mirrored: input.mirrored ?? false };
    const { rows, leftOut, warnings } = await wanted(store, input.query ?? '', limit, also, caller);
    const pages = rows.map((row) => {
      const { slug, title } = row;
      return { slug, title, usd: store.read(() => estimate(store, row, model)) / 1e6 };
    });
    if (!dry) {
      store.write(() => {
        resume(store, 'enrich');
        for (const { id } of rows) queuePage(store, id, also);
      });
    }
    return {
      pages,
      usd: Math.round(pages.reduce((sum, { usd }) => sum + usd, 0) * 1e6) / 1e6,
      left_out: leftOut,
      queued: !dry,
      ...(warnings.length === 0 ? {} : { warnings }),
    };
  },
});

/** So many pages are looked at for those that can be read. */
const LOOKED_AT = 10_000;

/** The first pages that a query finds and a model can be shown, and why others are left out. */
async function wanted(store: Store, query: string, limit: number, also: Also, caller: Caller) {
  const rows: PageRow[] = [];
  const leftOut: Partial<Record<Against, number>> = {};
  let warnings: string[] = [];
  let cursor: string | undefined;
  for (let looked = 0; looked < LOOKED_AT && rows.length < limit;) {
    const input = { query, limit: 100, cursor, complete: false };
    const found = await searchPages(store, input, caller);
    if (looked === 0) warnings = found.warnings;
    for (const { slug } of found.pages) {
      const row = store.get<PageRow>('SELECT * FROM pages WHERE slug = ?', slug);
      const against = row === undefined ? 'trashed' : reasonAgainst(store, row, also);
      if (against !== undefined) leftOut[against] = (leftOut[against] ?? 0) + 1;
      else if (row !== undefined && rows.length < limit) rows.push(row);
    }
    looked += found.pages.length;
    cursor = found.nextCursor;
    if (cursor === undefined) break;
  }
  return { rows, leftOut, warnings };
}

/** What every prompt begins with, what a picture takes, and an answer, in tokens, about. */
const TOKENS = { instructions: 700, picture: 2_500, answer: 200, transcript: 500 } as const;
/** How many characters are a token, about: fewer than English has, since others have fewer. */
const CHARACTERS = 3;

/** What reading a page costs, about, in millionths of a US dollar. */
function estimate(store: Store, { id }: PageRow, model: Model): number {
  const material = materialOf(store, pageById(store, id));
  const words = [material.text, material.quoted, ...material.knownTags, material.title].join(' ');
  const pictures = material.pictures.length;
  return costOf(model, {
    input: Math.ceil(words.length / CHARACTERS) + pictures * TOKENS.picture,
    cacheWrite: 0,
    cacheRead: TOKENS.instructions,
    output: TOKENS.answer + (pictures > 0 ? TOKENS.transcript : 0),
  });
}
