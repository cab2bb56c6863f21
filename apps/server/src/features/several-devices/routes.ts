import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { editSeveral, labelSeveral, moveSeveral, unbindSeveral } from './several.ts';

export function registerSeveralDevicesRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'moveSeveralDevices', (context, { body }) => moveSeveral(platform, context, body));
  registerRoute(server, 'unbindSeveralDevices', (context, { body }) =>
    unbindSeveral(platform, context, body),
  );
  registerRoute(server, 'editSeveralDevices', (context, { body }) => editSeveral(platform, context, body));
  registerRoute(server, 'labelSeveralDevices', (context, { body }) => labelSeveral(platform, context, body));
}
