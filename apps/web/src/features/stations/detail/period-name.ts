import type { Format } from '../../../lib/format/use-format.ts';
import type { TrendRange } from '../../../lib/time/trend-range.ts';

/** Name of a week, month or year, `23 – 29 Nov 2026`; empty of all years. */
export function periodName(
  { period, from, to }: Pick<TrendRange, 'period' | 'from' | 'to'>,
  format: Pick<Format, 'day' | 'days'>,
): string {
  if (period === '') return '';
  return period.length === 10 ? format.days(from, to) : format.day(period);
}
