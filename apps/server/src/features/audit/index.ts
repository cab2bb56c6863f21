export { createAuditSealer } from './audit-sealer.ts';
export { readsOwnOnly } from './audit-scope.ts';
export { registerAuditRoutes } from './routes.ts';
