export { mayGive, type HeldRole } from './held.ts';
export { requireRoleFor } from './require-role.ts';
export { registerRolesRoutes } from './routes.ts';
