import type { StationAvailability } from '@sunfleet/contract';
import { percentOf } from '../../../lib/percent-of.ts';
import { bucketLabel } from '../../../lib/time/bucket-label.ts';
import type { BarDrawing, Bars } from '../../../ui/chart/drawing.ts';

interface AvailabilityWords {
  period: string;
  communication: string;
  technical: string;
  /** `1 Nov 2026` of a bucket. */
  nameOf: (start: string) => string;
  language: string;
}

interface Drawn {
  buckets: StationAvailability['buckets'];
  /** Starts of all buckets, those to come too. */
  starts: readonly string[];
}

/** Both availabilities by bucket, per cent; one of which nothing is known at all is left out. */
export function availabilityDrawing({ buckets, starts }: Drawn, words: AvailabilityWords): BarDrawing {
  const known = new Map(buckets.map((bucket) => [bucket.start, bucket]));
  const barsOf = (kind: 'communication' | 'technical', tone: Bars['tone']): Bars => ({
    name: words[kind],
    tone,
    unit: '%',
    values: starts.map((start) => percentOf(known.get(start)?.[kind] ?? null, 1)),
  });
  // The first series have the hues of load and PV, which stand above on the same page.
  const bars = [barsOf('communication', 'series-6'), barsOf('technical', 'series-5')];
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
