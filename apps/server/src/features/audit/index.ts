export { createAuditSealer } from './audit-sealer.ts';
export { registerAuditRoutes } from './routes.ts';
