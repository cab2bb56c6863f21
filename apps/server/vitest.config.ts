import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** What a test names that needs a process of its own: the kits of `test/`, a store, or another process. */
const OWN_PROCESS =
  /\/test\/|test-kit|\binject\b|child_process|openEmbedded|startEmbedded|process\.(env|exit)/;
const logic = globSync('src/**/*.test.ts', { cwd: import.meta.dirname }).filter(
  (file) => !OWN_PROCESS.test(readFileSync(path.join(import.meta.dirname, file), 'utf8')),
);

const patience = {
  setupFiles: ['test/patience.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    projects: [
      // Pure functions: their files share two processes.
      {
        test: {
          name: 'logic',
          include: logic,
          pool: 'forks',
          maxWorkers: 2,
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'stores',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: logic,
          // Each file runs in its own process: the embedded ClickHouse binds one directory per process.
          pool: 'forks',
          // Much of it waits, for processes and stores: with two at a time two cores have half of their time nothing to do.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          globalSetup: ['test/global-setup.ts'],
          ...patience,
        },
      },
    ],
  },
});
