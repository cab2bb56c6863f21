export { registerLossesRoutes } from './routes.ts';
