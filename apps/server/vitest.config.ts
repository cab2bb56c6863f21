import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** What a test names that needs a process of its own: the kits of `test/`, a store, or another process. */
const OWN_PROCESS =
  /\/test\/|test-kit|\binject\b|child_process|openEmbedded|startEmbedded|process\.(env|exit)/;
/** What can work beside others in one process, one file after the other: what has the platform and nothing besides. */
const PLATFORM = /testPlatform\(/;
const NOT_SHARED =
  /child_process|openEmbedded|startEmbedded|process\.(env|exit)|vi\.(mock|stub|spyOn|useFakeTimers)/;
const textOf = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: import.meta.dirname });
const logic = files.filter((file) => file.startsWith('src') && !OWN_PROCESS.test(textOf(file)));
const shared = files.filter((file) => PLATFORM.test(textOf(file)) && !NOT_SHARED.test(textOf(file)));

const patience = {
  setupFiles: ['test/patience.ts', '../../scripts/same-runs.mjs'],
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
      // Files share four processes, and the ClickHouse of each.
      {
        test: {
          name: 'stores',
          include: shared,
          pool: 'forks',
          isolate: false,
          // Much of it waits, for processes and stores: with three at a time two cores still have a sixth of their time nothing to do.
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
          globalSetup: ['test/global-setup.ts'],
          ...patience,
        },
      },
      {
        test: {
          name: 'processes',
          include: files,
          exclude: [...logic, ...shared],
          // Each file runs in its own process: the embedded ClickHouse binds one directory per process.
          pool: 'forks',
          // Much of it waits, for processes and stores: with three at a time two cores still have a sixth of their time nothing to do.
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
          globalSetup: ['test/global-setup.ts'],
          ...patience,
        },
      },
    ],
  },
});
