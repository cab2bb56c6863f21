import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.mjs';

/**
 * Two to four files at a time, whatever the machine. First what needs neither stores nor a browser, then pages, then the server on its stores
 * (`apps/server/vitest.config.ts`), then the journeys, at last what measures time (`e2e/vitest.config.ts`).
 */
export default defineConfig({
  test: {
    projects: [
      // Pure functions: their files share two processes.
      {
        test: {
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts'],
          maxWorkers: 2,
          isolate: false,
          setupFiles: ['scripts/same-runs.mjs'],
        },
      },
      { test: { name: 'simulator', root: 'apps/simulator', maxWorkers: 2, testTimeout: 30_000 } },
      'apps/server',
      'apps/web',
      'e2e',
    ],
    sequence: { sequencer: LongestFirst },
    reporters: ['default'],
  },
});
