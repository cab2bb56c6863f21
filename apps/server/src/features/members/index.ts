export { pageMembers } from './page-members.ts';
export { registerMembersRoutes } from './routes.ts';
