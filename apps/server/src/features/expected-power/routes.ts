import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { stationOf, type Fleet } from '../fleet/index.ts';
import { requireStation } from '../stations/index.ts';
import { stationExpectation } from './station-expectation.ts';

/** By what the power of a station is expected. */
export function registerExpectedPowerRoutes(server: HttpServer, fleet: Pick<Fleet, 'station'>): void {
  const { platform } = server;
  registerRoute(server, 'stationExpectation', async ({ actor }, { params, query }) => {
    await requireStation(platform.db, actor, params.id, 'telemetry.view');
    const station = await stationOf({ ...platform, fleet }, params.id);
    return stationExpectation(platform, station, query.day);
  });
}
