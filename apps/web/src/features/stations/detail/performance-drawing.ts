import type { StationPerformance } from '@sunfleet/contract';
import { percentOf } from '../../../lib/percent-of.ts';
import { bucketLabel } from '../../../lib/time/bucket-label.ts';
import type { BarDrawing } from '../../../ui/chart/drawing.ts';

interface PerformanceWords {
  period: string;
  ratio: string;
  finalYield: string;
  /** `1 Nov 2026` of a bucket. */
  nameOf: (start: string) => string;
  language: string;
}

interface Drawn {
  buckets: StationPerformance['buckets'];
  /** Starts of all buckets, those to come too. */
  starts: readonly string[];
}

/** The performance ratio by bucket, per cent; where none is known, which needs a sensor, the final yield in hours. */
export function performanceDrawing({ buckets, starts }: Drawn, words: PerformanceWords): BarDrawing {
  const known = new Map(buckets.map((bucket) => [bucket.start, bucket]));
  const ratios = starts.map((start) => percentOf(known.get(start)?.performanceRatio ?? null, 1));
  const yields = starts.map((start) => known.get(start)?.finalYield ?? null);
  const bars: BarDrawing['bars'] = ratios.some((value) => value !== null)
    ? [{ name: words.ratio, tone: 'series-4', unit: '%', values: ratios }]
    : [{ name: words.finalYield, tone: 'pv', unit: 'h', values: yields }];
  return {
    period: words.period,
    buckets: starts.map((start) => ({
      start,
      label: bucketLabel(start, words.language),
      name: words.nameOf(start),
    })),
    bars: bars.filter(({ values }) => values.some((value) => value !== null)),
  };
}
