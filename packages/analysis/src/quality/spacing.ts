import type { Flags } from './flags.ts';

/** Rows that come `step` (ms) after the one before; the first one always. pvanalytics, `quality.time.spacing`. */
export const spacing = (times: Float64Array, step: number): Flags =>
  Uint8Array.from(times, (time, row) => Number(row === 0 || times[row - 1]! + step === time));
