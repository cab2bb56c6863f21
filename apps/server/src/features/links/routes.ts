import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { allowNetworks } from './allow-networks.ts';
import { getConnection } from './get-connection.ts';
import { trustConnection } from './trust-connection.ts';

export function registerLinksRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'getDeviceConnection', ({ actor }, { params }) =>
    getConnection(platform, actor, params.id),
  );
  registerRoute(server, 'trustDeviceConnection', async (context, { params, body }) => {
    await trustConnection(platform, context, { deviceId: params.id, network: body.network });
    return null;
  });
  registerRoute(server, 'setDeviceNetworks', async (context, { params, body }) => {
    await allowNetworks(platform, context, { deviceId: params.id, networks: body.networks });
    return null;
  });
}
