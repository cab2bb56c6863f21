export { endStation } from './end-station.ts';
export { expireEnded } from './expire-ended.ts';
export { endedByTwo } from './needs-two.ts';
export { registerEndedStationsRoutes } from './routes.ts';
