import type { StationForecast } from '@sunfleet/contract';
import type { Curve } from '../../../ui/chart/drawing.ts';

export interface ForecastNames {
  forecast: string;
  forecastBand: string;
}

const MIDDLE_MS = 15 * 60_000;

/** What is to come of a day: the range, and the middle of it as a line. */
export function forecastCurves(day: StationForecast['today'], names: ForecastNames): Curve[] {
  if (!day || day.times.length === 0 || day.p90.every((watts) => watts === 0)) return [];
  const times = day.times.map((time) => time + MIDDLE_MS);
  const { p10, p50, p90 } = day;
  return [
    { name: names.forecastBand, tone: 'before', unit: 'W', draw: 'band', times, values: p90, low: p10 },
    { name: names.forecast, tone: 'pv', unit: 'W', draw: 'line', dashed: true, times, values: p50 },
  ];
}
