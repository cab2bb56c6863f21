import type { HttpServer } from '../../platform/http/server.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { listAlarms } from './list-alarms.ts';

export function registerAlarmsRoutes(server: HttpServer): void {
  registerRoute(server, 'listAlarms', (context, { query }) =>
    listAlarms(server.platform, context.actor, query),
  );
}
