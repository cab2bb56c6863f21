import type { EnergyBucket, Flow } from '@sunfleet/contract';

/** What the energies of a period come to; null: not known. */
export interface EnergySums {
  /** kWh produced. */
  produced: number | null;
  /** kWh of it that people added, and that were measured. */
  added: number;
  measured: number | null;
  /** Production of a bucket on average, the running one left out where there are others. */
  mean: number | null;
  /** Share of the production that was used on the spot, in percent. */
  selfConsumption: number | null;
  /** Share of the consumption that did not come from the grid, in percent. */
  selfSufficiency: number | null;
}

/** `running`: start of the bucket that is not over yet. */
export function energySums(buckets: readonly EnergyBucket[], running: string): EnergySums {
  const known = buckets.flatMap(({ start, energies }) =>
    energies.pv === undefined ? [] : [{ start, pv: energies.pv }],
  );
  const measured = buckets.flatMap((bucket) => measuredPv(bucket) ?? []);
  const over = known.filter(({ start }) => start < running);
  const counted = over.length > 0 ? over : known;
  const sum = (of: readonly { pv: number }[]) => of.reduce((total, { pv }) => total + pv, 0);
  return {
    produced: known.length > 0 ? sum(known) : null,
    added: buckets.reduce((total, { correction = 0 }) => total + correction, 0),
    measured: measured.length > 0 ? measured.reduce((total, pv) => total + pv, 0) : null,
    mean: counted.length > 0 ? sum(counted) / counted.length : null,
    selfConsumption: shareKept(buckets, 'pv', 'export'),
    selfSufficiency: shareKept(buckets, 'load', 'import'),
  };
}

/** Production of a bucket without what people added; null where nothing was measured. What was measured names its source. */
export const measuredPv = ({ energies, sources, correction = 0 }: EnergyBucket): number | null =>
  energies.pv === undefined || (correction !== 0 && sources.pv === undefined)
    ? null
    : energies.pv - correction;

/** What is left of one flow without another, over the buckets in which both are known. */
function shareKept(buckets: readonly EnergyBucket[], of: Flow, without: Flow): number | null {
  let all = 0;
  let gone = 0;
  for (const bucket of buckets) {
    const { energies } = bucket;
    // Nobody knows where an amount that people added went.
    const whole = of === 'pv' ? measuredPv(bucket) : energies[of];
    const part = energies[without];
    if (whole === undefined || whole === null || part === undefined) continue;
    all += whole;
    gone += part;
  }
  return all > 0 ? Math.min(100, Math.max(0, (100 * (all - gone)) / all)) : null;
}
