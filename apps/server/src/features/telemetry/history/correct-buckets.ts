import { correctionsByLabel, type EnergyCorrection } from '@sunfleet/analysis';
import type { EnergyBucket } from '@sunfleet/contract';
import type { EnergyQuery } from './energy-history.ts';

/**
 * Local days, months or years of a station with what people added to them; those of which nothing was measured are there where somebody added
 * to them. Hours stay as they were measured, because nobody says to which of them an amount belongs.
 */
export function correctBuckets(
  buckets: readonly EnergyBucket[],
  corrections: readonly EnergyCorrection[],
  { grain, from, to }: EnergyQuery,
): EnergyBucket[] {
  if (grain === 'hour' || corrections.length === 0) return [...buckets];
  const byStart = new Map(buckets.map((bucket) => [bucket.start, bucket]));
  for (const [label, kwh] of correctionsByLabel(corrections, { grain, from, to })) {
    if (kwh === 0) continue;
    const bucket = byStart.get(label) ?? nothing(label);
    const pv = (bucket.energies.pv ?? 0) + kwh;
    byStart.set(label, { ...bucket, energies: { ...bucket.energies, pv }, correction: kwh });
  }
  return [...byStart.values()].toSorted((a, b) => (a.start < b.start ? -1 : 1));
}

const nothing = (start: string): EnergyBucket => ({
  start,
  energies: {},
  sources: {},
  spread: 0,
  completeness: null,
});
