import { addDays, clearSkyAt, dayRange, localDayOf, type Site } from '@sunfleet/analysis';
import type { StationWeather } from '@sunfleet/contract';
import type { WeatherHours } from '../../platform/weather-service.ts';
import type { FleetStation, SunlightOf } from '../fleet/index.ts';
import { skyOf, worstSky } from './sky-of.ts';

const HOUR_MS = 3_600_000;
const DAYS = 4;
/** Moments of an hour whose mean is the clear sky of it. */
const MOMENTS = 4;

type Hours = StationWeather['hours'];

/** Hours and days from the local midnight before `now` on; without hours of a service what the clear sky alone says of them. */
export function weatherDays(
  { station, sunlight }: { station: FleetStation; sunlight: SunlightOf },
  { service, now }: { service: WeatherHours | undefined; now: number },
): Pick<StationWeather, 'days' | 'hours'> {
  const today = localDayOf(now, station.timeZone);
  const names = Array.from({ length: DAYS }, (_, place) => addDays(today, place));
  const ranges = names.map((day) => ({ day, ...dayRange(day, station.timeZone) }));
  const hours = hoursBetween(station, service, { start: ranges[0]!.start, end: ranges.at(-1)!.end });
  const days = ranges.map(({ day, start, end }) => {
    const { sunrise, sunset, polar } = sunlight(station).of(day);
    const places = placesIn(hours.times, { start, end });
    const lit = placesIn(hours.times, {
      start: sunrise ?? start,
      end: sunset === null ? end : sunset + HOUR_MS,
    });
    const temperatures = places.flatMap((place) => hours.tempAir[place] ?? []);
    return {
      day,
      sunrise,
      sunset,
      polar,
      low: temperatures.length > 0 ? Math.min(...temperatures) : null,
      high: temperatures.length > 0 ? Math.max(...temperatures) : null,
      sky: worstSky((polar === 'night' ? places : lit).map((place) => hours.sky[place] ?? null)),
      irradiation: irradiationOf(places.map((place) => hours.ghi[place] ?? null)),
      clearSkyIrradiation: irradiationOf(places.map((place) => hours.clearSkyGhi[place]!)) ?? 0,
    };
  });
  return { days, hours };
}

function hoursBetween(
  station: FleetStation,
  service: WeatherHours | undefined,
  { start, end }: { start: number; end: number },
): Hours {
  const first = Math.floor(start / HOUR_MS) + 1;
  const last = Math.ceil(end / HOUR_MS);
  const times = Array.from({ length: last - first + 1 }, (_, place) => (first + place) * HOUR_MS);
  const offset = service ? (times[0]! - service.times[0]!) / HOUR_MS : 0;
  const column = (values: readonly (number | null)[] | undefined) =>
    times.map((_, place) => values?.[place + offset] ?? null);
  return {
    times,
    tempAir: column(service?.tempAir),
    windSpeed: column(service?.windSpeed),
    ghi: column(service?.ghi),
    clearSkyGhi: times.map((time) => clearSkyGhi(siteOf(station), time)),
    cloudCover: column(service?.cloudCover),
    sky: column(service?.weatherCode).map(skyOf),
  };
}

/** Mean of the hour before a time, W/m2. */
function clearSkyGhi(site: Site, time: number): number {
  let sum = 0;
  for (let moment = 0; moment < MOMENTS; moment += 1)
    sum += clearSkyAt(time - ((moment + 0.5) / MOMENTS) * HOUR_MS, site).ghi;
  return sum / MOMENTS;
}

export const siteOf = ({ latitude, longitude, elevation }: FleetStation): Site => ({
  latitude,
  longitude,
  ...(elevation === null ? {} : { altitude: elevation }),
});

/** Hours whose greater part lies in a span. */
function placesIn(times: readonly number[], { start, end }: { start: number; end: number }): number[] {
  return times.flatMap((time, place) =>
    time - HOUR_MS / 2 >= start && time - HOUR_MS / 2 < end ? [place] : [],
  );
}

/** kWh/m2 of hourly means; null where one is not known. */
function irradiationOf(values: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += value;
  }
  return sum / 1000;
}
