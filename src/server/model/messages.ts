import type { Model, Usage } from '../../store/index.ts';
import { readMessage, readTrouble } from './reply.ts';

/** Where the Messages API is, and who asks it what. */
export interface Api {
  /** Without a slash at the end: https://api.anthropic.com, or a proxy. */
  readonly base: string;
  /** Sent in one header of one request, and found nowhere else. */
  readonly key: string;
  readonly model: Model;
}

/** A part of what a model is shown. Pictures go before text, as its makers advise. */
export type Content =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image';
      readonly source: {
        readonly type: 'base64';
        readonly media_type: string;
        readonly data: string;
      };
    };

/** What is asked of a model: one turn, no tools. */
export interface Question {
  /** The same for every page, so that it is read from the cache. */
  readonly system: string;
  readonly content: readonly Content[];
  /** The JSON schema of the answer. */
  readonly schema: object;
  /** At most so many tokens of answer. */
  readonly most: number;
}

/**
 * What came of a call.
 * - `answer`: JSON text, not checked against the schema, and what it cost.
 * - `unusable`: paid for, and of no use; without `usage` where that is not known.
 * - `refused`: the model would not, or the API takes the request for a bad one; again is the same.
 * - `away`: no answer now, for reasons that have nothing to do with the page. `after` is how long
 *   to wait at least, in ms, where that was said. `isFree`: surely nothing is paid for it.
 * `reason` is a sentence for the owner without a word of the page, the key or what the API wrote.
 */
export type Reply =
  | { readonly is: 'answer'; readonly text: string; readonly usage: Usage }
  | { readonly is: 'unusable'; readonly usage?: Usage; readonly reason: string }
  | { readonly is: 'refused'; readonly usage?: Usage; readonly reason: string }
  | {
      readonly is: 'away';
      readonly isFree: boolean;
      readonly after?: number;
      readonly reason: string;
    };

type Patience = Readonly<Record<'connect' | 'begin' | 'part', number>>;
/** How long it is waited for a connection, for the answer to begin, and for each part of it, in ms. */
const PATIENCE: Patience = { connect: 10_000, begin: 120_000, part: 30_000 };
/** No answer is longer, in bytes. */
const LONGEST = 1024 * 1024;

/**
 * Asks a model (https://platform.claude.com/docs/en/api/messages). Throws nothing but what `signal`
 * is aborted with. Redirects are not followed: they would carry the key elsewhere.
 */
export async function ask(
  api: Api,
  question: Question,
  signal: AbortSignal,
  patience = PATIENCE,
): Promise<Reply> {
  const { Agent, request } = await import('undici');
  const agent = new Agent({
    connect: { timeout: patience.connect },
    headersTimeout: patience.begin,
    bodyTimeout: patience.part,
    maxResponseSize: LONGEST,
  });
  let isAnswered = false;
  try {
    const { statusCode, headers, body } = await request(`${api.base}/v1/messages`, {
      dispatcher: agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'anthropic-version': '2023-06-01',
        'x-api-key': api.key,
      },
      body: JSON.stringify(bodyOf(api.model, question)),
      signal,
    });
    isAnswered = statusCode === 200;
    const text = await body.text();
    if (isAnswered) return readMessage(text);
    return readTrouble(statusCode, text, header(headers['retry-after']), new Date());
  } catch (error) {
    signal.throwIfAborted();
    if (isAnswered) return { is: 'unusable', reason: 'The answer of the model was cut off.' };
    const isFree = isUnsent(error);
    const reason = isFree
      ? 'The API of the model cannot be reached.'
      : 'The API of the model did not answer.';
    return { is: 'away', isFree, reason };
  } finally {
    await agent.destroy();
  }
}

/** The request as the API takes it. */
export function bodyOf(model: Model, { system, content, schema, most }: Question): object {
  const format = { type: 'json_schema', schema };
  return {
    model,
    max_tokens: most,
    ...thinkingOf(model, format),
    system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }],
    messages: [{ role: 'user', content }],
  };
}

/** As little thinking as a model can be brought to: a summary needs none, and it is paid for. */
function thinkingOf(model: Model, format: object): object {
  switch (model) {
    case 'claude-haiku-5-5':
      return { thinking: { type: 'disabled' }, output_config: { effort: 'low', format } };
    case 'claude-haiku-4-5':
      return { output_config: { format } };
    case 'claude-sonnet-5-5':
    case 'claude-opus-5-5':
      return { output_config: { effort: 'low', format } };
  }
  return model satisfies never;
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** What can only go wrong before a request is sent: nobody there, no name, no trust. */
const UNSENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|UND_ERR_INVALID_ARG|ERR_TLS_.*|ERR_SSL_.*|CERT_.*|.*_CERT|.*_CERT_.*|UNABLE_TO_.*)$/;

function isUnsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNSENT.test(String(error.code));
}
