import type { StationLosses } from '@sunfleet/contract';

/** Losses of a month for tests. */
export const mintLosses = (changes: Partial<StationLosses> = {}): StationLosses => ({
  timeZone: 'Europe/Madrid',
  version: 2,
  days: { all: 20, judged: 18, notComputed: 0, lightUnknown: 2 },
  isHidden: false,
  standard: 100_000,
  measured: 70_000,
  parts: [
    { part: 'temperature', energy: 5000 },
    { part: 'conversion', energy: 15_000 },
    { part: 'unexplained', energy: 10_000 },
  ],
  gaps: [{ part: 'curtailment', gap: 'noLimit' }],
  money: [
    {
      currency: 'EUR',
      standard: 1000,
      measured: 700,
      parts: [
        { part: 'temperature', amount: 50 },
        { part: 'conversion', amount: 150 },
        { part: 'unexplained', amount: 100 },
      ],
      unpricedDays: 0,
    },
  ],
  ...changes,
});
