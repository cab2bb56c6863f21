import type { StationPerformance } from '@sunfleet/contract';
import { percentOf } from '../../../lib/percent-of.ts';
import { bucketLabel } from '../../../lib/time/bucket-label.ts';
import type { BarDrawing } from '../../../ui/chart/drawing.ts';

interface PerformanceWords {
  period: string;
  ratio: string;
  /** `1 Nov 2026` of a bucket. */
  nameOf: (start: string) => string;
  language: string;
}

interface Drawn {
  buckets: StationPerformance['buckets'];
  /** Starts of all buckets, those to come too. */
  starts: readonly string[];
}

/** The performance ratio by bucket, per cent. No bars where none is known. */
export function performanceDrawing({ buckets, starts }: Drawn, words: PerformanceWords): BarDrawing {
  const known = new Map(buckets.map(({ start, performanceRatio }) => [start, performanceRatio]));
  const values = starts.map((start) => percentOf(known.get(start) ?? null, 1));
  return {
    period: words.period,
    buckets: starts.map((start) => ({
      start,
      label: bucketLabel(start, words.language),
      name: words.nameOf(start),
    })),
    bars: values.some((value) => value !== null)
      ? [{ name: words.ratio, tone: 'series-4', unit: '%', values }]
      : [],
  };
}
