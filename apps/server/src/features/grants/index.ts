export { createGrantWatch } from './grant-watch.ts';
export { isGiven, isReceived } from './grant-scope.ts';
export { registerGrantsRoutes } from './routes.ts';
