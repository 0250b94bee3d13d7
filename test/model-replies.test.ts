import { createServer } from 'node:net';

import { describe, expect, test } from 'vitest';

import { ask, type Question } from '../src/server/model/messages.ts';
import {
  type Answering,
  cutOff,
  hangUp,
  json,
  message,
  saying,
  silent,
  standIn,
  stuck,
  trouble,
} from './kit/model-api.ts';

const KEY = 'sk-ant-canary-0123456789';
const QUESTION: Question = {
  system: 'Describe it.',
  content: [{ type: 'text', text: 'secret words of a page' }],
  schema: { type: 'object' },
  most: 100,
};

const asking = (base: string, signal = new AbortController().signal) =>
  ask({ base, key: KEY, model: 'claude-haiku-5-5' }, QUESTION, signal);

const USAGE = { input: 1000, output: 400, cacheWrite: 0, cacheRead: 0 };
const AWAY = { is: 'away', isFree: true };
const HOUR = 3_600_000;

describe('a reply', () => {
  test.each<[string, Answering, object]>([
    ['an answer', saying(), { is: 'answer', usage: USAGE }],
    [
      'with what was cached',
      json(
        200,
        message('{}', {
          usage: {
            input_tokens: 1,
            output_tokens: 2,
            cache_creation_input_tokens: 3,
            cache_read_input_tokens: 4,
          },
        }),
      ),
      { is: 'answer', text: '{}', usage: { input: 1, output: 2, cacheWrite: 3, cacheRead: 4 } },
    ],
    [
      'an answer after a thought',
      json(
        200,
        message('', {
          content: [
            { type: 'thinking', thinking: 'hm' },
            { type: 'text', text: 'yes' },
          ],
        }),
      ),
      { is: 'answer', text: 'yes' },
    ],
    [
      'a refusal',
      json(200, message('', { stop_reason: 'refusal' })),
      { is: 'refused', usage: USAGE },
    ],
    [
      'one that is too long',
      json(200, message('{"sum', { stop_reason: 'max_tokens' })),
      { is: 'unusable', usage: USAGE },
    ],
    ['one that is cut off', cutOff, { is: 'unusable' }],
    ['no JSON', json(200, '<html>proxy</html>'), { is: 'unusable' }],
    ['JSON of another shape', json(200, { content: 'text' }), { is: 'unusable' }],
    ['one longer than any', json(200, `"${'x'.repeat(2 * 1024 * 1024)}"`), { is: 'unusable' }],
    ['400', trouble(400, 'invalid_request_error'), { is: 'refused' }],
    ['413', trouble(413, 'request_too_large'), { is: 'refused' }],
    ['422', json(422, 'no json'), { is: 'refused' }],
    ['401', trouble(401, 'authentication_error'), { ...AWAY, after: HOUR }],
    ['403', trouble(403, 'permission_error'), { ...AWAY, after: HOUR }],
    ['404', trouble(404, 'not_found_error'), { ...AWAY, after: HOUR }],
    ['429', trouble(429, 'rate_limit_error'), AWAY],
    [
      '429 with retry-after',
      trouble(429, 'rate_limit_error', { 'retry-after': '30' }),
      { ...AWAY, after: 30_000 },
    ],
    [
      '429 for an account that is spent',
      trouble(
        429,
        'rate_limit_error',
        {},
        { details: { error_code: 'enforced_spend_limit_reached' } },
      ),
      { ...AWAY, after: 6 * HOUR },
    ],
    [
      '400 for an account without credit',
      trouble(400, 'invalid_request_error', {}, { message: 'Your credit balance is too low.' }),
      { ...AWAY, after: 6 * HOUR },
    ],
    ['500', trouble(500, 'api_error'), AWAY],
    ['503 with a page', json(503, '<html>', { 'retry-after': 'soon' }), AWAY],
    ['504', trouble(504, 'timeout_error'), AWAY],
    ['529', trouble(529, 'overloaded_error', { 'retry-after': '7' }), { ...AWAY, after: 7000 }],
    ['a redirect', json(307, '', { location: 'http://127.0.0.1:1/' }), { ...AWAY, after: HOUR }],
    ['a connection that ends', hangUp, { is: 'away', isFree: false }],
  ])('%s', async (_, answer, expected) => {
    const api = await standIn(answer);
    const reply = await asking(api.base);
    expect(reply).toMatchObject(expected);
    if (!('after' in expected)) expect(reply).not.toHaveProperty('after');
    if (!('usage' in expected) && reply.is !== 'answer') expect(reply).not.toHaveProperty('usage');
    expect(api.asked).toHaveLength(1);
    // of what was sent, and what came back, only fixed sentences go on
    expect(JSON.stringify(reply)).not.toMatch(/canary|secret|request_error|html/);
  });

  test('a time to wait until', async () => {
    const at = new Date(Date.now() + 90_000).toUTCString();
    const api = await standIn(trouble(429, 'rate_limit_error', { 'retry-after': at }));
    const reply = await asking(api.base);
    const after = reply.is === 'away' ? (reply.after ?? 0) : 0;
    expect(after).toBeGreaterThan(60_000);
    expect(after).toBeLessThanOrEqual(90_000);
  });
});

describe('nobody there', () => {
  test('where nothing listens', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await new Promise((resolve) => server.close(resolve));
    expect(await asking(`http://127.0.0.1:${port}`)).toMatchObject(AWAY);
  });

  test('where the name leads nowhere', async () => {
    expect(await asking('http://nowhere.invalid')).toMatchObject(AWAY);
  });
});

test.each<[string, Answering, object]>([
  ['begins too late', silent, { is: 'away', isFree: false }],
  ['does not go on', stuck, { is: 'unusable' }],
])('an answer that %s is not waited for', async (_, answer, expected) => {
  const api = await standIn(answer);
  const patience = { connect: 1000, begin: 100, part: 100 };
  const signal = new AbortController().signal;
  const asked = ask(
    { base: api.base, key: KEY, model: 'claude-haiku-5-5' },
    QUESTION,
    signal,
    patience,
  );
  expect(await asked).toMatchObject(expected);
});

test('a call that is stopped throws what it was stopped with', async () => {
  const api = await standIn(silent);
  const stop = new AbortController();
  const asked = asking(api.base, stop.signal);
  setTimeout(() => stop.abort(new Error('stopped')), 50);
  await expect(asked).rejects.toThrow('stopped');
});

test('a request is what the API takes, with the key in one header', async () => {
  const api = await standIn(saying());
  await asking(api.base);
  const [{ path, headers, body } = { path: '', headers: {}, body: {} }] = api.asked;
  expect(path).toBe('/v1/messages');
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'anthropic-version': '2023-06-01',
    'x-api-key': KEY,
  });
  expect(body).toEqual({
    model: 'claude-haiku-5-5',
    max_tokens: 100,
    thinking: { type: 'disabled' },
    output_config: { effort: 'low', format: { type: 'json_schema', schema: { type: 'object' } } },
    system: [{ type: 'text', text: 'Describe it.', cache_control: { type: 'ephemeral' } }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'secret words of a page' }] }],
  });
});
