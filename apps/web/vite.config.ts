import { readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './scripts/precompress.ts';
import { routeTable } from './scripts/route-table.ts';
import { themeHosts } from './scripts/theme-hosts.ts';

const { version } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { version: string };
const api = process.env['SUNFLEET_API'] ?? 'http://127.0.0.1:8080';

const inPackage = (...names: string[]) => new RegExp(`[\\\\/]node_modules[\\\\/](${names.join('|')})[\\\\/]`);

const CALENDAR = /[\\/](antd[\\/]es[\\/](date-picker|calendar|time-picker)|@rc-component[\\/]picker)[\\/]/;
const ANTD = inPackage('antd', '@ant-design', '@rc-component');
const isAntd = (id: string) => ANTD.test(id) && !CALENDAR.test(id);

export default defineConfig({
  base: './',
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  plugins: [react(), routeTable(), themeHosts(), precompress()],
  server: { proxy: { '/api': { target: api, changeOrigin: true } } },
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 1600,
    rolldownOptions: {
      output: {
        // Libraries have chunks of their own, so that a new version of our code leaves them in the cache.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: inPackage('react', 'react-dom', 'scheduler', 'react-router'),
              priority: 30,
            },
            { name: 'echarts', test: inPackage('echarts', 'zrender'), priority: 20 },
            { name: 'dayjs', test: /[\\/]dayjs[\\/]dayjs\.min\.js$/, priority: 20 },
            // Components that only one or two pages use stay with those pages.
            { name: 'antd', test: isAntd, priority: 15, minShareCount: 3 },
            // Calendars are large and few pages have one.
            { name: 'calendar', test: CALENDAR, priority: 10 },
          ],
        },
      },
    },
  },
});
