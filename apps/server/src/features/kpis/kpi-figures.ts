import { kpisOf, type KpiGap, type KpiSums, type KpiValue } from '@sunfleet/analysis';
import type { KpiBuckets as ShownBuckets, KpiFigures } from '@sunfleet/contract';
import type { KpiBuckets } from './read-kpi-sums.ts';

interface Shown {
  /** The caller must not be told what the station should give. */
  isHidden: boolean;
  /** One of several inverters, of which the model expects nothing by itself. */
  isPart?: boolean;
}

/** Key figures of sums, with the sums as far as the caller may know them. */
export function figuresOf(sums: KpiSums, { isHidden, isPart = false }: Shown): KpiFigures {
  const values = kpisOf(sums);
  if (isHidden) {
    for (const name of ['energyPerformanceIndex', 'energyAvailability'] as const)
      values[name] = without('hidden');
    const [compared, supplied] = [
      { ...sums.compared, expected: 0 },
      { ...sums.supplied, lost: 0, curtailed: 0, unheard: 0 },
    ];
    return { values, sums: { ...sums, compared, supplied } };
  }
  if (isPart) values.energyPerformanceIndex = without('ofStation');
  return { values, sums };
}

const without = (gap: KpiGap): KpiValue => ({ value: null, gap, days: 0 });

export const shownBuckets = ({ total, buckets }: KpiBuckets, shown: Shown): ShownBuckets => ({
  total: figuresOf(total, shown),
  buckets: buckets.map(({ start, sums }) => ({ start, ...figuresOf(sums, shown) })),
});
