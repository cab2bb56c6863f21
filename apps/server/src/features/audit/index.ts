export { readAuditScope } from './audit-scope.ts';
export { startAuditSealer } from './audit-sealer.ts';
export { registerAuditRoutes } from './routes.ts';
