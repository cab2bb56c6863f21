import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkAudit } from './check-audit.ts';
import { listAudit } from './list-audit.ts';

export function registerAuditRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'listAudit', ({ actor }, { query }) => listAudit(platform, actor, query));
  registerRoute(server, 'checkAudit', () => checkAudit(platform.db));
}
