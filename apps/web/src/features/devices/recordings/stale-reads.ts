/** What changes with the recording of a point. */
export const STALE_READS = ['listCustomPoints', 'deviceLatest'] as const;
