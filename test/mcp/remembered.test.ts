import { describe, expect, test } from 'vitest';

import { createRemembered } from '../../src/server/mcp/remembered.ts';

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const version = { 'mcp-protocol-version': '2025-11-25', host: 'one' };

function remembered() {
  const made = createRemembered(new Set(['tools/list']));
  const key = made.keyOf(list, version, 'edit');
  if (key === undefined) throw new Error('a list has a key');
  made.keep(key, JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools: [] } }));
  return {
    ...made,
    ask: (body: object, headers: Record<string, string> = version, level = 'edit' as const) => {
      const asked = made.keyOf(body, headers, level);
      return asked === undefined ? undefined : made.recall(asked, Reflect.get(body, 'id'));
    },
  };
}

describe('an answer that changes only with the program', () => {
  test.each([
    ['a number', 7],
    ['a text', 'a"b'],
  ])('is given again under an id that is %s', (_, id) => {
    const json = remembered().ask({ ...list, id }) ?? '';
    expect(JSON.parse(json)).toEqual({ jsonrpc: '2.0', id, result: { tools: [] } });
  });

  test.each([
    ['another method', { ...list, method: 'tools/call' }],
    ['other params', { ...list, params: { cursor: 'x' } }],
    ['no id', { ...list, id: undefined }],
    ['an id that is none', { ...list, id: {} }],
  ])('is not given to %s', (_, body) => {
    expect(remembered().ask(body)).toBeUndefined();
  });

  test('is not given where a header says otherwise, save for one that nobody reads', () => {
    expect(remembered().ask(list, { ...version, host: 'two' })).toBeDefined();
    expect(
      remembered().ask(list, { ...version, 'mcp-protocol-version': '2024-11-05' }),
    ).toBeUndefined();
    expect(remembered().ask(list, { ...version, 'mcp-method': 'tools/call' })).toBeUndefined();
  });

  test('is not given to one who may do less', () => {
    const { keyOf } = remembered();
    expect(keyOf(list, version, 'read')).not.toBe(keyOf(list, version, 'edit'));
  });

  test('is not kept when it is an error, nor for ever', () => {
    const { keyOf, keep, recall, ask } = remembered();
    const failing = keyOf({ ...list, params: { cursor: 'bad' } }, version, 'edit') ?? '';
    keep(failing, JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } }));
    expect(recall(failing, 1)).toBeUndefined();
    for (let i = 0; i < 40; i++) {
      const key = keyOf({ ...list, params: { cursor: `${i}` } }, version, 'edit') ?? '';
      keep(key, JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} }));
    }
    expect(ask(list)).toBeUndefined();
  });
});
