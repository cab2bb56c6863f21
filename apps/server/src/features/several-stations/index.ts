export { registerSeveralStationsRoutes } from './routes.ts';
