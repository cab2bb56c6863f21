export const TRENDS = ['month', 'year', 'total'] as const;
export type Trend = (typeof TRENDS)[number];

/** Buckets of a trend seen from the station's day: days of the month, months of the year, years since 2000. */
export function trendRange(
  trend: Trend,
  today: string,
): { grain: 'day' | 'month' | 'year'; from: string; to: string } {
  if (trend === 'month') return { grain: 'day', from: `${today.slice(0, 7)}-01`, to: today };
  if (trend === 'year') return { grain: 'month', from: `${today.slice(0, 4)}-01-01`, to: today };
  return { grain: 'year', from: '2000-01-01', to: today };
}
