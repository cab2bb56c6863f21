import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createStation } from './create-station.ts';
import { openStation } from './open-station.ts';
import { listStations } from './list-stations.ts';
import { mapStations } from './map-stations.ts';

export function registerStationsRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'listStations', ({ actor }, { query }) => listStations(platform, actor, query));
  registerRoute(server, 'mapStations', ({ actor }, { query }) => mapStations(platform, actor, query));
  registerRoute(server, 'getStation', ({ actor }, { params }) => openStation(platform, actor, params.id));
  registerRoute(server, 'createStation', (context, { body }) => createStation(platform, context, body));
}
