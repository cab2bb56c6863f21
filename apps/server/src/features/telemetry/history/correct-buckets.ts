import { correctionOfDays, daysOfLabel, type EnergyCorrection } from '@sunfleet/analysis';
import type { EnergyBucket } from '@sunfleet/contract';
import type { EnergyQuery } from './energy-history.ts';

const LABEL_LENGTH = { day: 10, month: 7, year: 4 } as const;
const DAY_MS = 86_400_000;

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
  const length = LABEL_LENGTH[grain];
  const [first, last] = [from.slice(0, length), to.slice(0, length)];
  const labels = labelsOf(corrections, length).filter((label) => label >= first && label <= last);
  const byStart = new Map(buckets.map((bucket) => [bucket.start, bucket]));
  for (const label of labels) {
    const kwh = correctionOfDays(corrections, daysOfLabel(label));
    if (kwh === 0) continue;
    const bucket = byStart.get(label) ?? nothing(label);
    const pv = (bucket.energies.pv ?? 0) + kwh;
    byStart.set(label, { ...bucket, energies: { ...bucket.energies, pv }, correction: kwh });
  }
  return [...byStart.values()].toSorted((a, b) => (a.start < b.start ? -1 : 1));
}

/** Names of the buckets that any correction touches. */
function labelsOf(corrections: readonly EnergyCorrection[], length: number): string[] {
  const labels = new Set<string>();
  for (const { from, to } of corrections) {
    if (from === null || to === null) continue;
    for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
      labels.add(new Date(at).toISOString().slice(0, length));
  }
  return [...labels];
}

const nothing = (start: string): EnergyBucket => ({
  start,
  energies: {},
  sources: {},
  spread: 0,
  completeness: null,
});
