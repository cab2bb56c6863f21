import { defineConfig } from 'vitest/config';

/** These measure time, or plant files among the sources: nothing else runs meanwhile. */
const ALONE = ['import-rules.spec.ts', 'survive.spec.ts'];
/** Waiting ends when what is waited for is there. Limits are for what never comes, on machines that are several times slower than ours, too. */
const shared = {
  globalSetup: ['global-setup.ts'],
  testTimeout: 600_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

/** Each file has a server and a browser of its own. While one waits for its browser, or for what the server makes by and by, others work. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'e2e',
          include: ['**/*.spec.ts'],
          exclude: ALONE,
          maxWorkers: 3,
          sequence: { groupOrder: 3 },
          ...shared,
        },
      },
      { test: { name: 'e2e alone', include: ALONE, fileParallelism: false, ...shared } },
    ],
  },
});
