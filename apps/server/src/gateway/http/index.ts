export { registerIngestRoutes } from './routes.ts';
