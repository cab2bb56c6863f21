export { registerRolesRoutes } from './routes.ts';
