import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env['SUNFLEET_API'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: './',
  plugins: [react()],
  server: { proxy: { '/api': { target: api, changeOrigin: true } } },
});
