import type { WeatherHours } from '../../platform/weather-service.ts';

/** Three weeks: no more is asked for. */
const MOST_HOURS = 21 * 24;
const HOUR_MS = 3_600_000;

type Column = Exclude<keyof WeatherHours, 'times'>;

/** Where the answer has a column, what it can be, and factors from other units. */
const COLUMNS: Readonly<
  Record<
    Column,
    { name: string; least: number; most: number; units: Readonly<Record<string, (value: number) => number>> }
  >
> = {
  tempAir: {
    name: 'temperature_2m',
    least: -95,
    most: 65,
    units: { '°C': same, '°F': (value) => (value - 32) / 1.8 },
  },
  windSpeed: {
    name: 'wind_speed_10m',
    least: 0,
    most: 120,
    units: {
      'm/s': same,
      'km/h': (value) => value / 3.6,
      'mp/h': (value) => value * 0.44704,
      kn: (value) => value * 0.514444,
    },
  },
  ghi: { name: 'shortwave_radiation', least: 0, most: 1600, units: { 'W/m²': same } },
  dni: { name: 'direct_normal_irradiance', least: 0, most: 1400, units: { 'W/m²': same } },
  dhi: { name: 'diffuse_radiation', least: 0, most: 1200, units: { 'W/m²': same } },
  cloudCover: { name: 'cloud_cover', least: 0, most: 100, units: { '%': same } },
  weatherCode: { name: 'weather_code', least: 0, most: 99, units: { 'wmo code': same } },
};

/** Parameter `hourly` of a question. */
export const ASKED_COLUMNS = Object.values(COLUMNS)
  .map(({ name }) => name)
  .join(',');

/**
 * Hourly weather of an answer as Open-Meteo gives it, units by what it says of them. A value that cannot be, or whose unit is not known, is null.
 * Throws where the answer has no hours in order.
 */
export function readHours(answer: unknown): WeatherHours {
  const hourly = fieldOf(answer, 'hourly');
  const units = fieldOf(answer, 'hourly_units');
  const times = listOf(hourly, 'time').map(timeOf);
  const isOrdered = times.every((time, place) => place === 0 || time === times[place - 1]! + HOUR_MS);
  if (times.length === 0 || !Number.isFinite(times[0]) || !isOrdered)
    throw new Error('the answer has no hours in order');
  const column = (key: Column) => {
    const { name, least, most, units: known } = COLUMNS[key];
    const unit = fieldOf(units, name);
    // An answer that does not say its unit has the one that was asked for.
    const convert = typeof unit === 'string' ? known[unit] : same;
    const values = listOf(hourly, name);
    return times.map((_, place) => {
      const value = values[place];
      if (typeof value !== 'number' || !convert) return null;
      const converted = convert(value);
      return converted >= least && converted <= most ? converted : null;
    });
  };
  return {
    times,
    tempAir: column('tempAir'),
    windSpeed: column('windSpeed'),
    ghi: column('ghi'),
    dni: column('dni'),
    dhi: column('dhi'),
    cloudCover: column('cloudCover'),
    weatherCode: column('weatherCode'),
  };
}

function same(value: number): number {
  return value;
}

/** Epoch seconds, as they are asked for, or a time of UTC in letters. */
function timeOf(time: unknown): number {
  if (typeof time === 'number') return time * 1000;
  return typeof time === 'string' ? Date.parse(/Z$|[+-]\d\d:\d\d$/.test(time) ? time : `${time}Z`) : NaN;
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

function listOf(value: unknown, name: string): unknown[] {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list.slice(0, MOST_HOURS) : [];
}
