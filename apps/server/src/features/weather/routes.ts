import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { stationOf, type Fleet } from '../fleet/index.ts';
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
    const station = await stationOf({ db, ...parts }, id);
    return stationWeather({ db, config, ...parts }, shownPlace(actor, station), clock.now());
  });
}
