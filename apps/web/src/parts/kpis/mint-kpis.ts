import { KPIS, type KpiBuckets, type KpiFigures, type KpiName } from '@sunfleet/contract';

const pair = { days: 28, kwh: 4300, reference: 5000 };

/** Key figures of a month for tests: values by name, the others are not known for a reason. */
export function mintFigures(
  values: Partial<Record<KpiName, number>>,
  gap: KpiFigures['values'][KpiName]['gap'] = 'noIrradiance',
): KpiFigures {
  const of = (name: KpiName) => {
    const value = values[name];
    return value === undefined ? { value: null, gap, days: 0 } : { value, gap: null, days: 28 };
  };
  return {
    values: Object.fromEntries(KPIS.map((name) => [name, of(name)])) as KpiFigures['values'],
    sums: {
      days: 30,
      capacityKw: 10,
      energy: { days: 30, kwh: 4400, yield: 440, kwHours: 7200 },
      complete: 30,
      light: { someDays: 28, days: 28, yield: 500 },
      dc: { someDays: 0, days: 0, kwh: 0, yield: 0 },
      judged: pair,
      warm: pair,
      seasonal: { days: 0, kwh: 0, reference: 0 },
      balanced: { days: 0, reference: 0, array: 0, final: 0 },
      compared: { days: 30, kwh: 4400, expected: 4600 },
      expectedDays: 30,
      states: { days: 30, running: 3000, outages: 20, grid: 10, stopped: 0, daylight: 3100 },
      supplied: { days: 30, kwh: 4400, lost: 12, curtailed: 30, unheard: 5 },
      converted: { days: 0, ac: 0, dc: 0 },
    },
  };
}

export const mintKpis = (figures: KpiFigures): KpiBuckets => ({
  total: figures,
  buckets: ['2026-11-01', '2026-11-02'].map((start) => ({ ...figures, start })),
});
