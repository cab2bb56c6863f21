export { registerDataErrorsRoutes } from './routes.ts';
