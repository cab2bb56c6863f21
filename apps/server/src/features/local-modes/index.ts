export { registerLocalModesRoutes } from './routes.ts';
