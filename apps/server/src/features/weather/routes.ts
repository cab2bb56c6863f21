import { AppError } from '../../platform/errors.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Fleet } from '../fleet/index.ts';
import { requireStation } from '../stations/index.ts';
import { shownPlace } from '../telemetry/index.ts';
import { stationWeather, type WeatherParts } from './station-weather.ts';

type Parts = Pick<WeatherParts, 'latest' | 'sunlight' | 'weather'> & {
  fleet: Pick<Fleet, 'devicesOf' | 'station'>;
};

export function registerWeatherRoutes(server: HttpServer, parts: Parts): void {
  const { db, clock, config } = server.platform;
  registerRoute(server, 'stationWeather', async ({ actor }, { params: { id } }) => {
    await requireStation(db, actor, id, 'telemetry.view');
    const station = parts.fleet.station(id);
    if (!station) throw new AppError('stationNotFound', { id });
    return stationWeather({ db, config, ...parts }, shownPlace(actor, station), clock.now());
  });
}
