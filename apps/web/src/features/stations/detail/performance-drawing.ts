import type { StationPerformance } from '@sunfleet/contract';
import { percentOf } from '../../../lib/percent-of.ts';
import { bucketLabel } from '../../../lib/time/bucket-label.ts';
import type { BarDrawing, Bars } from '../../../ui/chart/drawing.ts';

type Bucket = StationPerformance['buckets'][number];

interface PerformanceWords {
  period: string;
  names: Record<(typeof COLUMNS)[number]['key'], string>;
  /** `1 Nov 2026` of a bucket. */
  nameOf: (start: string) => string;
  language: string;
}

interface Drawn {
  buckets: StationPerformance['buckets'];
  /** Starts of all buckets, those to come too. */
  starts: readonly string[];
}

/** Figures of a bucket and what they are made of, in the order of the table. */
export const COLUMNS = [
  { key: 'ratio', unit: '%', of: (bucket: Bucket) => percentOf(bucket.performanceRatio, 1) },
  { key: 'index', unit: '%', of: (bucket: Bucket) => percentOf(bucket.energyPerformanceIndex, 1) },
  { key: 'finalYield', unit: 'h', of: (bucket: Bucket) => bucket.finalYield },
  { key: 'referenceYield', unit: 'h', of: (bucket: Bucket) => bucket.referenceYield },
  { key: 'capacityFactor', unit: '%', of: (bucket: Bucket) => percentOf(bucket.capacityFactor, 1) },
  { key: 'energy', unit: 'kWh', of: (bucket: Bucket) => bucket.energy },
  { key: 'expected', unit: 'kWh', of: (bucket: Bucket) => bucket.expected },
  { key: 'irradiation', unit: 'kWh/m²', of: (bucket: Bucket) => bucket.irradiation },
  { key: 'energyDays', unit: '', of: (bucket: Bucket) => bucket.energyDays },
  { key: 'irradiationDays', unit: '', of: (bucket: Bucket) => bucket.irradiationDays },
  { key: 'judgedDays', unit: '', of: (bucket: Bucket) => bucket.judgedDays },
  { key: 'comparedDays', unit: '', of: (bucket: Bucket) => bucket.comparedDays },
] as const;

/** What is drawn, the first of which anything is known: a ratio needs a sensor or a model. */
const DRAWN = [
  { key: 'ratio', tone: 'series-4' },
  { key: 'index', tone: 'series-4' },
  { key: 'finalYield', tone: 'pv' },
] as const satisfies readonly { key: (typeof COLUMNS)[number]['key']; tone: Bars['tone'] }[];

/** The performance ratio by bucket, per cent; where none is known, the energy performance index, else the final yield in hours. The table lists all. */
export function performanceDrawing({ buckets, starts }: Drawn, words: PerformanceWords): BarDrawing {
  const known = new Map(buckets.map((bucket) => [bucket.start, bucket]));
  const columns = COLUMNS.map(({ key, unit, of }) => ({
    key,
    name: words.names[key],
    unit,
    values: starts.map((start) => {
      const bucket = known.get(start);
      return bucket ? of(bucket) : null;
    }),
  }));
  const isKnown = ({ values }: { values: Bars['values'] }) => values.some((value) => value !== null);
  const drawn = DRAWN.flatMap(({ key, tone }) =>
    columns.filter((column) => column.key === key && isKnown(column)).map((column) => ({ ...column, tone })),
  ).slice(0, 1);
  return {
    period: words.period,
    buckets: starts.map((start) => ({
      start,
      label: bucketLabel(start, words.language),
      name: words.nameOf(start),
    })),
    bars: drawn,
    listed: columns.filter(({ key }) => key !== drawn[0]?.key),
  };
}
