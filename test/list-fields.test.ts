import { afterAll, beforeAll, expect, test } from 'vitest';

import { operations, perform } from '../src/store/index.ts';
import { OWNER, Shelf } from './kit/found.ts';

const shelf = new Shelf();
beforeAll(async () => {
  await shelf.add('An oven #kitchen\n- [ ] clean it', { title: 'Oven', due: '2026-12-01' });
  await shelf.add('A stove #kitchen', { title: 'Stove' });
});
afterAll(() => shelf.close());

async function list(name: 'search' | 'recent' | 'todos' | 'tags' | 'changes', input: object) {
  const operation = (await operations[name]()) as unknown as Parameters<typeof perform>[0];
  return perform(operation, shelf.store, input, OWNER);
}

test.each([
  ['search', { query: 'oven', fields: ['title', 'snippet'] }, ['slug', 'title', 'snippet']],
  ['search', { query: 'oven', fields: 'title,tags' }, ['slug', 'title', 'tags']],
  ['recent', { fields: ['due'], limit: 5 }, ['slug']],
  ['todos', { fields: ['text'], status: 'open' }, ['slug', 'text']],
  ['tags', { fields: ['tag'] }, ['tag']],
  ['changes', { fields: ['operation'] }, ['number', 'operation']],
  ['changes', { fields: ['pages'], after: 0 }, ['number', 'pages']],
] as const)('%s %j gives %j', async (name, input, fields) => {
  const answer = await list(name, input);
  const elements: unknown[] = Object.values(answer).find((value) => Array.isArray(value)) ?? [];
  expect(Object.keys(elements[0] as object).toSorted()).toEqual([...fields].toSorted());
  const { fields: _, ...rest } = input;
  const all = Object.values(await list(name, rest));
  const whole: unknown[] = all.find((value) => Array.isArray(value)) ?? [];
  expect(whole[0]).toMatchObject(elements[0] as object);
});

test.each(['search', 'recent', 'todos', 'tags', 'changes'] as const)(
  '%s has pages of a list, its total, and names the field that was meant',
  async (name) => {
    const first = await list(name, { limit: 1 });
    expect(first).toHaveProperty('total');
    await expect(list(name, { fields: ['slgu', 'titel', 'tga', 'numbr'] })).rejects.toMatchObject({
      code: 'invalid',
      details: { field: 'fields' },
      message: expect.stringContaining('There is no field "slgu"') as string,
    });
    if (!('next_cursor' in first)) return;
    expect(await list(name, { limit: 1, cursor: first.next_cursor, fields: [] })).toHaveProperty(
      'total',
      (first as { total?: number }).total,
    );
  },
);
