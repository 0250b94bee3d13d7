import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/*.test.ts', 'test/mcp/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        // Drives the built program; `npm test` builds it first.
        test: {
          name: 'bin',
          include: ['test/bin/*.test.ts', 'test/faults/*.test.ts'],
          testTimeout: 300_000,
        },
      },
      {
        // The built app in a real browser, one file after the other: each wants both cores.
        test: {
          name: 'browser',
          include: ['test/browser/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
