import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { stationOf, type Fleet } from '../fleet/index.ts';
import { requireStation } from '../stations/index.ts';
import { shownPlace } from '../telemetry/index.ts';
import { noForecast, stationForecast } from './station-forecast.ts';

export function registerForecastsRoutes(
  server: HttpServer,
  fleet: Pick<Fleet, 'station' | 'devicesOf'>,
): void {
  const { db, samples, clock } = server.platform;
  registerRoute(server, 'stationForecast', async ({ actor }, { params: { id } }) => {
    await requireStation(db, actor, id, 'telemetry.view');
    const station = await stationOf({ db, fleet }, id);
    // What will be follows from the place, which is shown to visitors only roughly.
    if (shownPlace(actor, station) !== station) return noForecast(station);
    return stationForecast({ db, samples, fleet }, station, clock.now());
  });
}
