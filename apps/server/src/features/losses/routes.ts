import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { stationOf, type Fleet } from '../fleet/index.ts';
import { requireStation } from '../stations/index.ts';
import { stationLosses } from './station-losses.ts';

export function registerLossesRoutes(server: HttpServer, fleet: Pick<Fleet, 'station'>): void {
  const { platform } = server;
  registerRoute(server, 'stationLosses', async ({ actor }, { params: { id }, query }) => {
    await requireStation(platform.db, actor, id, 'telemetry.view');
    const station = await stationOf({ ...platform, fleet }, id);
    return stationLosses(platform, { actor, station }, query);
  });
}
