import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAddresses } from './find-addresses.ts';

export function registerAddressesRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'stationAddressSource', async () => {
    const service = platform.config.addresses;
    return service ? { name: service.name, credit: service.credit } : null;
  });
  registerRoute(server, 'findStationAddresses', (context, { query: { q } }) =>
    findAddresses(platform, context, q),
  );
}
