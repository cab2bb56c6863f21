export { isGiven, isReceived } from './grant-scope.ts';
export { registerGrantsRoutes } from './routes.ts';
export { remindOfEnds } from './remind-of-ends.ts';
export { announceBoundary } from './watch-grant.ts';
