import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { cancelStationEnding } from './cancel-station-ending.ts';
import { endStation } from './end-station.ts';
import { getStationEnding } from './get-station-ending.ts';
import { listEndedStations } from './list-ended-stations.ts';
import { restoreStation } from './restore-station.ts';

export function registerEndedStationsRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'getStationEnding', ({ actor }, { params }) =>
    getStationEnding(platform, actor, params.id),
  );
  registerRoute(server, 'endStation', (context, { params, body }) =>
    endStation(platform, context, { id: params.id, name: body.name }),
  );
  registerRoute(server, 'cancelStationEnding', (context, { params }) =>
    cancelStationEnding(platform, context, params.id),
  );
  registerRoute(server, 'listEndedStations', ({ actor }) => listEndedStations(platform, actor));
  registerRoute(server, 'restoreStation', (context, { params }) =>
    restoreStation(platform, context, params.id),
  );
}
