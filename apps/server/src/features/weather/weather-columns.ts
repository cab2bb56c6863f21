import type { WeatherColumns } from '@sunfleet/analysis';
import type { WeatherHours } from '../../platform/weather-service.ts';

const HOUR_MS = 3_600_000;

/** Weather at times (epoch milliseconds) by the hours they lie in; undefined where the light of one of them is not known. */
export function weatherColumns(hours: WeatherHours, times: Float64Array): WeatherColumns | undefined {
  const first = hours.times[0]!;
  const column = (values: readonly (number | null)[]) =>
    times.map((time) => values[Math.ceil((time - first) / HOUR_MS)] ?? NaN);
  const ghi = column(hours.ghi);
  if (ghi.some(Number.isNaN)) return undefined;
  const columns = { ghi, temperature: column(hours.tempAir), windSpeed: column(hours.windSpeed) };
  const [dni, dhi] = [column(hours.dni), column(hours.dhi)];
  return dni.some(Number.isNaN) || dhi.some(Number.isNaN) ? columns : { ...columns, dni, dhi };
}
