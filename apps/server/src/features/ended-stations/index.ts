export { endStation } from './end-station.ts';
export { expireEnded } from './expire-ended.ts';
export { keepEndedLonger } from './keep-ended-longer.ts';
export { endedByTwo } from './needs-two.ts';
export { registerEndedStationsRoutes } from './routes.ts';
