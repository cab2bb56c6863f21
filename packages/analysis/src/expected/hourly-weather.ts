import type { Site } from '../sun/solar-position.ts';
import type { WeatherColumns } from './model-columns.ts';
import { skyColumns } from './sky-columns.ts';

/** Weather of hours in a row. NaN: not known. */
export interface HourlyWeather {
  /** End of the first hour, epoch ms. */
  first: number;
  /** W/m2, means of the hour. */
  ghi: Float64Array;
  dni: Float64Array;
  dhi: Float64Array;
  /** degC and m/s at the end of the hour. */
  temperature: Float64Array;
  windSpeed: Float64Array;
}

const HOUR_MS = 3_600_000;
/** Moments of an hour whose mean is the clear sky of it. */
const MOMENTS = 12;

const LIGHT = ['ghi', 'dni', 'dhi'] as const;

/**
 * Weather at times (epoch ms) by the hours they lie in. Within an hour light goes as that of a clear sky does, so that a curve has no steps and the hour keeps
 * its mean; air is straight between the ends of hours. Undefined where no light is known at all.
 */
export function hourlyWeather(
  hours: HourlyWeather,
  times: Float64Array,
  site: Site,
): WeatherColumns | undefined {
  const places = Int32Array.from(times, (time) => Math.ceil((time - hours.first) / HOUR_MS));
  if (!places.some((place) => hours.ghi[place]! >= 0)) return undefined;
  const [first, last] = [places[0]!, places.at(-1)!];
  const moments = Float64Array.from(
    { length: (last - first + 1) * MOMENTS },
    (_, at) => hours.first + (first - 1 + (at + 0.5) / MOMENTS) * HOUR_MS,
  );
  const [within, whole] = [skyColumns(times, site), skyColumns(moments, site)];
  const light = Object.fromEntries(
    LIGHT.map((name) => {
      const means = Float64Array.from({ length: last - first + 1 }, (_, hour) => {
        let sum = 0;
        for (let at = 0; at < MOMENTS; at += 1) sum += whole[name][hour * MOMENTS + at]!;
        return sum / MOMENTS;
      });
      const column = Float64Array.from(places, (place, row) => {
        const mean = means[place - first]!;
        return (hours[name][place] ?? NaN) * (mean > 0 ? within[name][row]! / mean : 1);
      });
      return [name, column];
    }),
  ) as Record<(typeof LIGHT)[number], Float64Array>;
  const between = (values: Float64Array) =>
    Float64Array.from(places, (place, row) => {
      const [before, after] = [values[place - 1] ?? NaN, values[place] ?? NaN];
      if (Number.isNaN(before)) return after;
      const share = (times[row]! - hours.first) / HOUR_MS - (place - 1);
      return before + (after - before) * share;
    });
  return { ...light, temperature: between(hours.temperature), windSpeed: between(hours.windSpeed) };
}
