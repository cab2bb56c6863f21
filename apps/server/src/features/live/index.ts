export { createLive, type Live } from './create-live.ts';
export { registerLiveRoutes } from './routes.ts';
