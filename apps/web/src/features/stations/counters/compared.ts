import type { OutputOf } from '@sunfleet/api-client';

export const COMPARED = ['lifetimeCounter', 'dayCounter', 'generationMeter', 'gridMeter'] as const;
export type Compared = (typeof COMPARED)[number];

type Day = OutputOf<'compareCounters'>['days'][number];

/** kWh of the days of which a counter says something; null: it says nothing of any. */
export function sumOf(days: readonly Day[], counter: Compared | 'counted'): number | null {
  const known = days.flatMap((day) => day[counter] ?? []);
  return known.length === 0 ? null : known.reduce((sum, kwh) => sum + kwh, 0);
}

/** Percent by which a counter says more than what was counted; null where one of them is not known or nothing was counted. */
export function deviationOf(kwh: number | null, counted: number | null): number | null {
  if (kwh === null || counted === null || counted === 0) return null;
  const percent = (100 * (kwh - counted)) / counted;
  return Math.abs(percent) < 0.05 ? null : percent;
}
