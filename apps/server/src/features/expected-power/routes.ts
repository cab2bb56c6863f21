import { AppError } from '../../platform/errors.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Fleet } from '../fleet/index.ts';
import { requireStation } from '../stations/index.ts';
import { stationExpectation } from './station-expectation.ts';

/** By what the power of a station is expected. */
export function registerExpectedPowerRoutes(server: HttpServer, fleet: Pick<Fleet, 'station'>): void {
  registerRoute(server, 'stationExpectation', async ({ actor }, { params, query }) => {
    await requireStation(server.platform.db, actor, params.id, 'telemetry.view');
    const station = fleet.station(params.id);
    if (!station) throw new AppError('stationNotFound', { id: params.id });
    return stationExpectation(server.platform, station, query.day);
  });
}
