/** Steps in which a history is answered, the finest first: samples as they came, or means of a bucket. */
export const HISTORY_RESOLUTIONS = ['raw', '5m', 'hour', 'day'] as const;
export type HistoryResolution = (typeof HISTORY_RESOLUTIONS)[number];

const DAY_MS = 86_400_000;
/** Longest span of a resolution that is chosen for the caller; each keeps a line below some ten thousand points. */
const LONGEST: readonly (readonly [HistoryResolution, number])[] = [
  ['raw', 2.1 * DAY_MS],
  ['5m', 32 * DAY_MS],
  ['hour', 400 * DAY_MS],
];

/** The resolution in which so long a span (milliseconds) is answered to a caller that asks for none. */
export function resolutionOfSpan(span: number): HistoryResolution {
  return LONGEST.find(([, longest]) => span <= longest)?.[0] ?? 'day';
}

export const isFiner = (one: HistoryResolution, other: HistoryResolution): boolean =>
  HISTORY_RESOLUTIONS.indexOf(one) < HISTORY_RESOLUTIONS.indexOf(other);
