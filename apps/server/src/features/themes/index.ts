export { registerThemesRoutes } from './routes.ts';
