export { startAuditSealer } from './audit-sealer.ts';
export { registerAuditRoutes } from './routes.ts';
