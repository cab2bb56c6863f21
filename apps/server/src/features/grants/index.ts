export { createGrantWatch } from './grant-watch.ts';
export { registerGrantsRoutes } from './routes.ts';
