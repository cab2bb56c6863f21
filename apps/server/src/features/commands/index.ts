export { registerCommandsRoutes } from './routes.ts';
export { isStopped, takeRequest } from './take-request.ts';
