import * as z from 'zod/mini';

import { fields } from '../fields.ts';
import { operation } from '../operation.ts';
import { type Spent, SPENT_ON, spentBetween, together } from '../spending/ledger.ts';
import { dayIn } from '../text/days.ts';

const spentShape = () =>
  z.strictObject({
    usd: z.number(),
    calls: z.number(),
    unknown_usd: z.optional(
      z.number().check(z.describe('Of it: set aside for calls whose cost is not known')),
    ),
  });

const timeShape = () =>
  z.strictObject({
    ...spentShape().shape,
    by_kind: z.array(z.strictObject({ kind: z.enum(SPENT_ON), ...spentShape().shape })),
  });

export const budget = operation({
  name: 'budget',
  summary: 'Show what models have cost today and this month.',
  effect: 'reads',
  doors: { cli: true, http: true, mcp: false },
  input: () => fields({}),
  output: () => z.strictObject({ day: z.string(), today: timeShape(), month: timeShape() }),
  run(store) {
    const day = dayIn(store.setting.zone, store.setting.now());
    const since = (first: string) => {
      const kinds = spentBetween(store, first, day);
      const by_kind = [...kinds].map(([kind, spent]): Spent & { kind: typeof kind } => ({
        kind,
        ...spent,
      }));
      return { ...together(kinds.values()), by_kind };
    };
    return { day, today: since(day), month: since(`${day.slice(0, 7)}-01`) };
  },
});
