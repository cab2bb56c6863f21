import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { guide } from './scripts/guide.ts';

export default defineConfig({
  plugins: [react(), guide()],
  test: {
    name: '@sunfleet/web',
    environment: 'jsdom',
    // Files share processes; what a test changes of its page, it puts back (`src/test/setup.ts`).
    isolate: false,
    testTimeout: 30_000,
    // Much of it waits for typing and drawing: with three at a time two cores still have a sixth of their time nothing to do.
    maxWorkers: 4,
    sequence: { groupOrder: 1 },
    setupFiles: ['src/test/setup.ts', '../../scripts/same-runs.mjs'],
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
  },
});
