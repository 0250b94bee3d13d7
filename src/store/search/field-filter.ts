import { type Asked } from './asked.ts';
import type { Condition } from './condition.ts';
import { parsePeriod } from './periods.ts';
import { like } from './row-filters.ts';
import type { Filter } from './tree.ts';

/** What a page has a column for is a field too, under the name it has in front matter. */
const COLUMNS: ReadonlyMap<string, string> = new Map(
  ['title', 'kind', 'status', 'due', 'priority', 'author', 'source', 'origin', 'client', 'path']
    .concat(['slug', 'created', 'updated', 'done'])
    .map((name) => [name, `p.${name}`] as const)
    .concat([
      ['type', 'p.kind'],
      ['notebook', 'p.collection'],
    ]),
);

/** The values of one field, as `f.value`: each entry of a list by itself. */
const VALUES = `
  SELECT e.value AS value FROM json_each(p.fields) k, json_each(
    iif(k.type IN ('array', 'object'), k.value, json_array(iif(k.type IN ('true', 'false'), k.type, k.value)))
  ) e WHERE k.key = ? COLLATE NOCASE`;
const TAGS = `
  SELECT t.shown AS value FROM page_tags pt JOIN tags t ON t.id = pt.tag_id WHERE pt.page_id = p.id`;

/**
 * `[key]`: pages with the field, whatever it says; `[key:value]` with that value, whatever its
 * case and with `*` for anything; `[key:>5]`, `>= < <=` and `a..b` by number, or by day where
 * the value is one. A field is what front matter says, and what a page has a column for.
 */
export function fieldCondition({ value: written }: Filter, asked: Asked): Condition {
  const colon = written.indexOf(':');
  const key = (colon === -1 ? written : written.slice(0, colon)).trim();
  const value = colon === -1 ? '' : written.slice(colon + 1).trim();
  const test = value === '' ? PRESENT : valueTest(value, asked);
  const inFields = exists(VALUES, [key], test);
  const name = key.toLowerCase();
  if (name === 'tags' || name === 'tag') return { any: [inFields, exists(TAGS, [], test)] };
  const column = COLUMNS.get(name);
  if (column === undefined) return inFields;
  return { any: [inFields, exists(`SELECT ${column} AS value`, [], test)] };
}

const PRESENT: Condition = { sql: 'f.value IS NOT NULL', values: [] };

function exists(from: string, keys: readonly string[], test: Condition): Condition {
  if (!('sql' in test)) throw new Error('a value has one test');
  return {
    sql: `EXISTS (SELECT 1 FROM (${from}) f WHERE ${test.sql})`,
    values: [...keys, ...test.values],
  };
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Digits and at most one point: no day, no version. */
const IS_NUMBER = `f.value NOT GLOB '*[^0-9.-]*' AND f.value NOT GLOB '?*-*'
  AND f.value NOT GLOB '*.*.*' AND f.value GLOB '*[0-9]*'`;
const IS_DAY = `f.value GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'`;

function valueTest(value: string, { today }: Asked): Condition {
  const [, sign = '', operand = ''] = /^([<>]=?|)\s*(.*)$/s.exec(value) ?? [];
  const [from = '', to] = operand.split('..', 2);
  const tests: { sql: string; values: readonly unknown[] }[] = [];
  const number = (is: string, bound: string) =>
    tests.push({ sql: `${IS_NUMBER} AND CAST(f.value AS REAL) ${is}`, values: [Number(bound)] });
  if (sign !== '' && NUMBER.test(operand)) number(`${sign} ?`, operand);
  if (sign === '' && to !== undefined && NUMBER.test(from) && NUMBER.test(to)) {
    tests.push({
      sql: `${IS_NUMBER} AND CAST(f.value AS REAL) BETWEEN ? AND ?`,
      values: [Number(from), Number(to)],
    });
  }
  const period = parsePeriod(value, today, 'behind');
  if (period !== undefined) {
    const { first = '', last = '9999-12-31' } = period;
    const sql = `${IS_DAY} AND substr(f.value, 1, 10) BETWEEN ? AND ?`;
    tests.push({ sql, values: [first, last] });
  }
  // what is no number and no day is compared by its letters
  if (sign !== '' && tests.length === 0)
    tests.push({ sql: `f.value ${sign} ?`, values: [operand] });
  if (sign === '') tests.push(like('f.value', value));
  return {
    sql: `(${tests.map(({ sql }) => `(${sql})`).join(' OR ')})`,
    values: tests.flatMap(({ values }) => values),
  };
}

/** A field that says yes. */
export function isYes(key: string): Condition {
  return exists(VALUES, [key], {
    sql: "lower(f.value) IN ('true', 'yes', 'on', '1')",
    values: [],
  });
}
