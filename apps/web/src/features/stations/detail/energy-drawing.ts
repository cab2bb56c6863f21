import type { EnergyBucket, Flow, StationNote } from '@sunfleet/contract';
import { bucketLabel } from '../../../lib/time/bucket-label.ts';
import type { BarDrawing, Bars } from '../../../ui/chart/drawing.ts';
import { notesByBucket } from './notes-by-bucket.ts';

/** Sources first, then what was used, then what left, which is drawn below zero. */
const ORDER: readonly Flow[] = ['pv', 'discharge', 'import', 'load', 'charge', 'export'];
const BELOW: ReadonlySet<Flow> = new Set<Flow>(['export', 'charge']);

interface EnergyWords {
  period: string;
  flow: (flow: Flow) => string;
  /** Behind the name of a bucket that people changed: by how much, and what was measured. */
  corrected: (bucket: EnergyBucket) => string;
  /** Name of the production a year before. */
  before: string;
  /** `1 Nov 2026` of a bucket. */
  nameOf: (start: string) => string;
  language: string;
}

interface Drawn {
  buckets: readonly EnergyBucket[];
  /** Starts of all buckets, those without energy too. */
  starts: readonly string[];
  /** The same buckets a year before, with their starts in the same order. */
  before?: { buckets: readonly EnergyBucket[]; starts: readonly string[] } | undefined;
  /** Notes of the calendar, and what they are called together. */
  notes?: { name: string; all: readonly StationNote[] };
}

/** Energies by bucket: what supplied the house stacked beside what it used, and the production of the year before. */
export function energyDrawing({ buckets, starts, before, notes }: Drawn, words: EnergyWords): BarDrawing {
  const known = new Map(buckets.map((bucket) => [bucket.start, bucket.energies]));
  const bars = ORDER.filter((flow) => buckets.some(({ energies }) => energies[flow] !== undefined)).map(
    (flow): Bars => ({
      name: words.flow(flow),
      tone: flow,
      unit: 'kWh',
      stack: flow === 'load' ? 'load' : 'supply',
      below: BELOW.has(flow),
      values: starts.map((start) => known.get(start)?.[flow] ?? null),
    }),
  );
  const changed = new Map(
    buckets.flatMap((bucket) => (bucket.correction ? [[bucket.start, words.corrected(bucket)]] : [])),
  );
  const past = new Map((before?.buckets ?? []).map(({ start, energies }) => [start, energies.pv]));
  const lastYear: Bars = {
    name: words.before,
    tone: 'before',
    unit: 'kWh',
    values: starts.map((_, place) => past.get(before?.starts[place] ?? '') ?? null),
  };
  return {
    period: words.period,
    buckets: starts.map((start) => ({
      start,
      label: bucketLabel(start, words.language) + (changed.has(start) ? '*' : ''),
      name: [words.nameOf(start), changed.get(start)].filter(Boolean).join(', '),
    })),
    bars: lastYear.values.some((value) => value !== null) ? [lastYear, ...bars] : bars,
    ...(notes
      ? { notes: { name: notes.name, tone: 'charge', texts: notesByBucket(notes.all, starts) } }
      : {}),
  };
}
