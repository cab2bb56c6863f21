import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { addDevice } from './add-device.ts';
import { getDevice } from './get-device.ts';
import { listDevices } from './list-devices.ts';

export function registerDevicesRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'listDevices', ({ actor }, { query }) => listDevices(platform, actor, query));
  registerRoute(server, 'getDevice', ({ actor }, { params }) => getDevice(platform, actor, params.id));
  registerRoute(server, 'addDevice', (context, { params, body }) =>
    addDevice(platform, context, { stationId: params.id, device: body }),
  );
}
