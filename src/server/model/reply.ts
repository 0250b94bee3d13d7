import * as z from 'zod/mini';

import type { Usage } from '../../store/index.ts';
import type { Reply } from './messages.ts';

const count = () => z.int().check(z.gte(0), z.lte(1e9));

/** What of a message is looked at. */
const message = z.object({
  content: z.array(z.object({ type: z.string(), text: z.optional(z.string()) })),
  stop_reason: z.nullable(z.string()),
  usage: z.object({
    input_tokens: count(),
    output_tokens: count(),
    cache_creation_input_tokens: z.optional(z.nullable(count())),
    cache_read_input_tokens: z.optional(z.nullable(count())),
  }),
});

/** Reads the body of an answer with status 200. */
export function readMessage(body: string): Reply {
  const read = message.safeParse(parsed(body));
  if (!read.success) return { is: 'unusable', reason: 'The answer of the model is none.' };
  const { content, stop_reason: stop, usage } = read.data;
  const paid = { usage: usageOf(usage) };
  if (stop === 'refusal')
    return { is: 'refused', ...paid, reason: 'The model refused to read it.' };
  if (stop !== 'end_turn') {
    return { is: 'unusable', ...paid, reason: 'The model did not come to the end of its answer.' };
  }
  const text = content.flatMap((block) => (block.type === 'text' ? (block.text ?? '') : []));
  return { is: 'answer', text: text.join(''), ...paid };
}

function usageOf(usage: z.infer<typeof message>['usage']): Usage {
  return {
    input: usage.input_tokens,
    output: usage.output_tokens,
    cacheWrite: usage.cache_creation_input_tokens ?? 0,
    cacheRead: usage.cache_read_input_tokens ?? 0,
  };
}

const trouble = z.object({
  error: z.object({
    message: z.optional(z.string()),
    details: z.optional(z.nullable(z.object({ error_code: z.optional(z.string()) }))),
  }),
});

const HOUR = 60 * 60_000;

/**
 * Reads an answer with another status, as platform.claude.com/docs/en/api/errors has them. None is
 * paid for. What is wrong with the key or the account is wrong for every page, and so an outage.
 */
export function readTrouble(
  status: number,
  body: string,
  retryAfter: string | undefined,
  now: Date,
): Reply {
  const read = trouble.safeParse(parsed(body));
  const error = read.success ? read.data.error : undefined;
  const away = (reason: string, after = waitOf(retryAfter, now)): Reply => ({
    is: 'away',
    isFree: true,
    reason,
    ...(after === undefined ? {} : { after }),
  });
  if (status === 401 || status === 403) {
    const mend = 'Set another: scrap config set anthropic_api_key < key.txt';
    return away(`The API of the model does not accept the key (${status}). ${mend}`, HOUR);
  }
  const isPoor =
    status === 402 || (status === 400 && /credit balance|usage limit/i.test(error?.message ?? ''));
  if (isPoor || error?.details?.error_code === 'enforced_spend_limit_reached') {
    return away('The account of the key may spend no more.', 6 * HOUR);
  }
  if (status === 404) return away('There is no such model at this address (404).', HOUR);
  if (status === 429) return away('The API of the model wants fewer requests (429).');
  if (status === 529) return away('The API of the model is overloaded (529).');
  if (status === 408 || status >= 500) return away(`The API of the model fails (${status}).`);
  if (status < 400) return away(`The API of the model is not at this address (${status}).`, HOUR);
  return { is: 'refused', reason: `The API of the model did not take the page (${status}).` };
}

/** How long to wait, in ms: the header's seconds, or its time. */
function waitOf(retryAfter: string | undefined, now: Date): number | undefined {
  if (retryAfter === undefined) return undefined;
  const wait = /^\d{1,7}$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - now.getTime();
  return Number.isFinite(wait) && wait > 0 ? wait : undefined;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
