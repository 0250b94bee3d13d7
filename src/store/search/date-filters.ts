import { secondOf } from '../pages/id.ts';
import { type Asked, badValue, isNone } from './asked.ts';
import type { Condition } from './condition.ts';
import { instantsOf, parsePeriod, type Period } from './periods.ts';
import { STATES } from './states.ts';
import type { Filter } from './tree.ts';

function periodOf(filter: Filter, { today }: Asked, lie: 'behind' | 'ahead'): Period {
  const period = parsePeriod(filter.value, today, lie);
  if (period !== undefined) return period;
  const { name } = filter;
  throw badValue(
    filter,
    `is not a day. Try ${name}:today, ${name}:2026-12-24, ${name}:2026-12 or ${name}:7d.`,
  );
}

export function dueCondition(filter: Filter, asked: Asked): Condition {
  if (isNone(filter)) return { sql: 'p.due IS NULL', values: [] };
  if (filter.value.toLowerCase() === 'overdue') return STATES.overdue.condition(asked);
  const { first, last } = periodOf(filter, asked, 'ahead');
  return within('p.due', ['>=', first], ['<=', last]);
}

export function updatedCondition(filter: Filter, asked: Asked): Condition {
  return instantCondition('p.updated', filter, asked);
}

export function doneCondition(filter: Filter, asked: Asked): Condition {
  if (isNone(filter)) return { sql: 'p.done IS NULL', values: [] };
  return instantCondition('p.done', filter, asked);
}

function instantCondition(column: string, filter: Filter, asked: Asked): Condition {
  const { from, until } = instantsOf(periodOf(filter, asked, 'behind'), asked.zone);
  return within(column, ['>=', from], ['<', until]);
}

/** Row numbers are seconds of creation (pages/id.ts), so only a range of them is looked at. */
export function createdCondition(filter: Filter, asked: Asked): Condition {
  const { from, until } = instantsOf(periodOf(filter, asked, 'behind'), asked.zone);
  const least = from === undefined ? Number.MIN_SAFE_INTEGER : secondOf(from);
  const most = until === undefined ? Number.MAX_SAFE_INTEGER : secondOf(until) + LONGEST_RUN;
  return { ...within('p.created', ['>=', from], ['<', until]), ids: { least, most } };
}

/** How far a page may lie behind its second, where thousands came in one. */
const LONGEST_RUN = 1_000_000;

type Bound = readonly [sign: '>=' | '<=' | '<', value: string | undefined];

function within(column: string, ...bounds: readonly Bound[]): Condition {
  const given = bounds.filter(([, value]) => value !== undefined);
  return {
    sql: given.map(([sign]) => `${column} ${sign} ?`).join(' AND '),
    values: given.map(([, value]) => value),
  };
}
