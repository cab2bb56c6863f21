import type { EnergyBucket } from '@sunfleet/contract';

export interface Produced {
  /** Those of which the production is known, and nothing but it; two hours of one name (clocks set back) as one. */
  buckets: EnergyBucket[];
  /** kWh; null where nothing is known. */
  sum: number | null;
  /** The bucket that brought most; null where none brought anything. */
  best: { start: string; kWh: number } | null;
}

/** The production alone, with its sum and its best part. */
export function producedOf(buckets: readonly EnergyBucket[]): Produced {
  const known = new Map<string, EnergyBucket>();
  for (const bucket of buckets) {
    const { pv } = bucket.energies;
    if (pv === undefined) continue;
    const before = known.get(bucket.start)?.energies.pv ?? 0;
    known.set(bucket.start, { ...bucket, energies: { pv: before + pv } });
  }
  const all = [...known.values()];
  const kWhOf = ({ energies }: EnergyBucket) => energies.pv ?? 0;
  const [best] = [...all].sort((one, other) => kWhOf(other) - kWhOf(one));
  return {
    buckets: all,
    sum: all.length === 0 ? null : all.reduce((sum, bucket) => sum + kWhOf(bucket), 0),
    best: best && kWhOf(best) > 0 ? { start: best.start, kWh: kWhOf(best) } : null,
  };
}
