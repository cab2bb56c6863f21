import { type KpiBuckets, KPIS, kpiUnit, type KpiName } from '@sunfleet/contract';
import { bucketLabel } from '../../lib/time/bucket-label.ts';
import type { BarDrawing } from '../../ui/chart/drawing.ts';
import { kpiNumber } from './kpi-text.ts';

interface KpiWords {
  period: string;
  names: Readonly<Record<KpiName, string>>;
  /** `1 Nov 2026` of a bucket. */
  nameOf: (start: string) => string;
  language: string;
}

/** Those that are drawn while nobody chose, the first of which anything is known. */
const FIRST: readonly KpiName[] = ['performanceRatio', 'energyPerformanceIndex', 'finalYield'];

export const drawnKpi = ({ total }: Pick<KpiBuckets, 'total'>, chosen: KpiName | undefined): KpiName =>
  chosen ?? FIRST.find((name) => total.values[name].value !== null) ?? 'finalYield';

/** One key figure by its buckets; the table and the file of the chart list all. */
export function kpiDrawing(
  { buckets }: Pick<KpiBuckets, 'buckets'>,
  { drawn, starts }: { drawn: KpiName; starts: readonly string[] | undefined },
  words: KpiWords,
): BarDrawing {
  const known = new Map(buckets.map((bucket) => [bucket.start, bucket]));
  const shown = starts ?? [...known.keys()];
  const columns = KPIS.map((name) => ({
    key: name,
    name: words.names[name],
    unit: kpiUnit(name),
    values: shown.map((start) => {
      const bucket = known.get(start);
      return bucket ? kpiNumber(bucket, name) : null;
    }),
  }));
  return {
    period: words.period,
    buckets: shown.map((start) => ({
      start,
      label: bucketLabel(start, words.language),
      name: words.nameOf(start),
    })),
    bars: columns
      .filter(({ key, values }) => key === drawn && values.some((value) => value !== null))
      .map((column) => ({ ...column, tone: 'series-4' as const })),
    listed: columns.filter(({ key }) => key !== drawn),
  };
}
