import * as fc from 'fast-check';
import { test } from 'vitest';

import { Run } from './kit/history-run.ts';
import { step } from './kit/history-steps.ts';

const long = process.env['SCRAP_LONG'] === '1';

test(
  'the store does what the model does, whoever does what in whatever order',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const run = new Run();
        try {
          for (const each of steps) {
            await run.take(each);
            run.check();
          }
          await run.checkAll();
        } finally {
          run.store.close();
        }
      }),
      { numRuns: long ? 3_000 : 100 },
    );
  },
  long ? 3_600_000 : 120_000,
);
