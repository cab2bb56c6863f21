import { clearSkyAt } from '@sunfleet/analysis';
import type { StationWeather } from '@sunfleet/contract';
import type { Platform } from '../../platform/platform.ts';
import type { WeatherHours } from '../../platform/weather-service.ts';
import type { FleetStation, SunlightOf } from '../fleet/index.ts';
import type { Weather } from './create-weather.ts';
import { sensorNow, type SensorNow, type SensorParts } from './sensor-now.ts';
import { skyOf } from './sky-of.ts';
import { siteOf, weatherDays } from './weather-days.ts';

export interface WeatherParts extends SensorParts {
  config: Platform['config'];
  sunlight: SunlightOf;
  weather: Weather;
}

/**
 * Weather of a station as the caller is shown its place: what its own sensors measured goes before what the service tells of the place, and of the
 * light the clear sky comes last.
 */
export async function stationWeather(
  parts: WeatherParts,
  station: FleetStation,
  now: number,
): Promise<StationWeather> {
  const [told, sensors] = await Promise.all([
    parts.weather.at(station),
    sensorNow(parts, { stationId: station.id, now }),
  ]);
  const { weather: service } = parts.config;
  return {
    timeZone: station.timeZone,
    service: service ? { name: service.name, credit: service.credit, askedAt: told?.askedAt ?? null } : null,
    now: nowOf({ station, sensors, service: told?.hours }, now),
    ...weatherDays({ station, sunlight: parts.sunlight }, { service: told?.hours, now }),
  };
}

interface Sources {
  station: FleetStation;
  sensors: SensorNow;
  service: WeatherHours | undefined;
}

function nowOf({ station, sensors, service }: Sources, now: number): StationWeather['now'] {
  // The hour that runs ends at the next of the times.
  const place = service?.times.findIndex((time) => time >= now) ?? -1;
  const told = (column: 'tempAir' | 'windSpeed' | 'ghi') => {
    const value = service?.[column][place] ?? null;
    return value === null ? null : { value, source: 'service' as const, time: service!.times[place]! };
  };
  const measured = (name: keyof SensorNow) =>
    sensors[name] && { ...sensors[name], source: 'sensor' as const };
  const clear = { value: clearSkyAt(now, siteOf(station)).ghi, source: 'clearSky' as const, time: now };
  return {
    tempAir: measured('tempAir') ?? told('tempAir'),
    windSpeed: measured('windSpeed') ?? told('windSpeed'),
    poa: measured('poa'),
    ghi: measured('ghi') ?? told('ghi') ?? clear,
    sky: skyOf(service?.weatherCode[place] ?? null),
  };
}
