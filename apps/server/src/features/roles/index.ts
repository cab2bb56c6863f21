export { requireRoleFor } from './require-role.ts';
export { registerRolesRoutes } from './routes.ts';
