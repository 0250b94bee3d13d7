import { readFile } from 'node:fs/promises';

import {
  enriching,
  type Job,
  type JobTools,
  type Material,
  type Outcome,
  patiently,
  type Store,
} from '../../store/index.ts';
import { makePicture } from '../files/picture.ts';
import { type Api, ask, bodyOf, type Question, type Reply } from '../model/messages.ts';
import { readAnswer } from './answer.ts';
import { questionAbout, type ShownPicture } from './prompt.ts';

/** What asking a model needs. */
export interface EnrichOptions {
  readonly api: Api;
  /** What may be spent on one of the owner's days, in US dollars. */
  readonly budgetUsd: number;
}

/**
 * Asks a model about a page and keeps what it said beside it: the work of a job of kind `enrich`.
 * Money is set aside before the call and settled by the reply, so that the budget holds whatever
 * happens in between. What has no page any more, or is not to be shown, is done.
 */
export async function enrich(
  store: Store,
  { api, budgetUsd }: EnrichOptions,
  job: Job,
  tools: JobTools,
): Promise<Outcome> {
  const material = await materialFor(store, job);
  if (material === undefined) return { is: 'done' };
  const pictures = await shownPictures(store, material);
  const question = questionAbout(material, pictures);
  const { reserve } = await enriching.ledger();
  const most = await mostFor(api, question, pictures.length);
  const kind = pictures.length > 0 ? 'photo' : 'text';
  const call = { kind, model: api.model, most } as const;
  const reserved = await patiently(store, () => reserve(store, call, budgetUsd * 1e6));
  if ('short' in reserved) return notEnough(reserved, most, budgetUsd);
  try {
    tools.sending();
  } catch (error) {
    await book(store, reserved.entry, 0);
    throw error;
  }
  const reply = await ask(api, question, tools.signal);
  await settleFor(store, api, reserved.entry, reply);
  return outcomeOf(store, api, material, reply, tools);
}

/** What a model is shown of the job's page; undefined where it is to be shown none. */
async function materialFor(store: Store, job: Job): Promise<Material | undefined> {
  const [{ reasonAgainst }, { materialOf, rowFor }, { askedWith }] = await Promise.all([
    enriching.eligible(),
    enriching.material(),
    enriching.sweep(),
  ]);
  return store.read(() => {
    const row = rowFor(store, job.pageId);
    if (row === undefined || reasonAgainst(store, row, askedWith(job.subject)) !== undefined) {
      return undefined;
    }
    return materialOf(store, row);
  });
}

/** The page's pictures as they are sent: made small, upright, without where they were taken. */
async function shownPictures(store: Store, { pictures }: Material): Promise<ShownPicture[]> {
  const shown: ShownPicture[] = [];
  for (const file of pictures) {
    const place = await makePicture(store, file, 'large');
    if (place === undefined) continue;
    shown.push({ type: 'image/webp', data: (await readFile(place)).toString('base64') });
  }
  return shown;
}

/** No picture of the size that is sent takes more tokens. */
const PICTURE = 6_000;
/** What the API adds to a prompt of its own, for the shape of the answer. */
const ADDED = 2_000;

/** The most that a call can cost, in millionths of a dollar: no token is less than a byte. */
async function mostFor({ model }: Api, question: Question, pictures: number): Promise<number> {
  const { mostOf } = await enriching.prices();
  const text = { ...question, content: question.content.filter(({ type }) => type === 'text') };
  const bytes = Buffer.byteLength(JSON.stringify(bodyOf(model, text)));
  return mostOf(model, bytes + ADDED + pictures * PICTURE, question.most);
}

function notEnough(
  { short, until }: { readonly short: 'today' | 'ever'; readonly until: string },
  most: number,
  budgetUsd: number,
): Outcome {
  if (short === 'today') {
    const reason = `The budget of $${budgetUsd.toFixed(budgetUsd < 0.01 ? 4 : 2)} is spent for today; it goes on tomorrow.`;
    return { is: 'later', until, reason };
  }
  const reason = `It may cost $${(most / 1e6).toFixed(4)}, more than the budget of a day. Raise budget_usd, then: scrap jobs retry`;
  return { is: 'refusal', reason };
}

/** Enters what the call did cost; where that is not known, what was set aside stays spent. */
async function settleFor(store: Store, { model }: Api, entry: number, reply: Reply): Promise<void> {
  if (reply.is === 'away') return reply.isFree ? book(store, entry, 0) : undefined;
  const { costOf } = await enriching.prices();
  if (reply.usage !== undefined) return book(store, entry, costOf(model, reply.usage));
  if (reply.is === 'refused') await book(store, entry, 0);
}

async function book(store: Store, entry: number, cost: number): Promise<void> {
  const { release, settle } = await enriching.ledger();
  await patiently(store, () => {
    if (cost === 0) release(store, { entry });
    else settle(store, { entry }, cost);
  });
}

async function outcomeOf(
  store: Store,
  { model }: Api,
  material: Material,
  reply: Reply,
  { finished }: JobTools,
): Promise<Outcome> {
  switch (reply.is) {
    case 'away':
      return { is: 'outage', reason: reply.reason, after: reply.after };
    case 'refused':
      return { is: 'refusal', reason: reply.reason };
    case 'unusable':
      return { is: 'failure', reason: reply.reason };
    case 'answer': {
      const answer = readAnswer(reply.text);
      if (answer === undefined) {
        return { is: 'failure', reason: 'The answer of the model has not the shape asked for.' };
      }
      const { keepAnswer } = await enriching.keep();
      await patiently(store, () => keepAnswer(store, material, answer, model, finished));
      return { is: 'done' };
    }
  }
  return reply satisfies never;
}
