import { defineConfig } from 'vitest/config';

/** These measure time, or plant files among the sources: nothing else runs meanwhile. */
const ALONE = ['import-rules.spec.ts', 'survive.spec.ts'];
const shared = {
  globalSetup: ['global-setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

/** Each file has a server and a browser of its own. While one waits for its browser another one works. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'e2e',
          include: ['**/*.spec.ts'],
          exclude: ALONE,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          ...shared,
        },
      },
      { test: { name: 'e2e alone', include: ALONE, fileParallelism: false, ...shared } },
    ],
  },
});
