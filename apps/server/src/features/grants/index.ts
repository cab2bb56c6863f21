export { registerGrantsRoutes } from './routes.ts';
