import { readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './scripts/chunks.ts';
import { preloadLogin } from './scripts/preload-login.ts';
import { guide } from './scripts/guide.ts';
import { leanAntd } from './scripts/lean-antd.ts';
import { precompress } from './scripts/precompress.ts';
import { routeTable } from './scripts/route-table.ts';
import { textFiles } from './scripts/text-files.ts';
import { themeHosts } from './scripts/theme-hosts.ts';

const { version } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { version: string };
const api = process.env['SUNFLEET_API'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: './',
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  plugins: [
    react(),
    leanAntd(),
    routeTable(),
    textFiles(),
    guide(),
    themeHosts(),
    preloadLogin(),
    precompress(),
  ],
  server: { proxy: { '/api': { target: api, changeOrigin: true } } },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1600,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups() },
        chunkFileNames: ({ name }) => `assets/${name.replace(/^shared~.*/, 'shared')}-[hash].js`,
      },
    },
  },
});
