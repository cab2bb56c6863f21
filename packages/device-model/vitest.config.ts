import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'device-model', include: ['src/**/*.test.ts'] } });
