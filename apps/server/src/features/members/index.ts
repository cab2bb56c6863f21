export { registerMembersRoutes } from './routes.ts';
