import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { createSunlight, stationOf, type Fleet } from '../fleet/index.ts';
import { requireStation } from '../stations/index.ts';
import { stationDataErrors } from './station-data-errors.ts';

export function registerDataErrorsRoutes(server: HttpServer, fleet: Fleet): void {
  const { platform } = server;
  const sunlight = createSunlight();
  registerRoute(server, 'stationDataErrors', async ({ actor }, { params: { id }, query }) => {
    await requireStation(platform.db, actor, id, 'telemetry.view');
    const station = await stationOf({ ...platform, fleet }, id);
    return stationDataErrors({ ...platform, fleet, sunlight }, { actor, station }, query);
  });
}
