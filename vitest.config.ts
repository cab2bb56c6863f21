import { defineConfig } from 'vitest/config';

/**
 * Two files at a time, whatever the machine: each of the server and of the web fills a core. First everything but the journeys, then these
 * two at a time, at last what measures time (`e2e/vitest.config.ts`).
 */
export default defineConfig({
  test: {
    projects: [
      // Pure functions: their files share two processes.
      { test: { name: 'packages', include: ['packages/*/src/**/*.test.ts'], maxWorkers: 2, isolate: false } },
      { test: { name: 'simulator', root: 'apps/simulator', maxWorkers: 2, testTimeout: 30_000 } },
      'apps/server',
      'apps/web',
      'e2e',
    ],
    reporters: ['default'],
  },
});
