export { expireEnded } from './expire-ended.ts';
export { registerEndedStationsRoutes } from './routes.ts';
