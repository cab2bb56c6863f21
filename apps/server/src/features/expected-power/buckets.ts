export const BUCKET_MS = 5 * 60_000;

export const floorBucket = (time: number): number => Math.floor(time / BUCKET_MS) * BUCKET_MS;

/** Middles of the five minutes that begin in [from, to), epoch milliseconds. */
export const middlesOf = (from: number, to: number): Float64Array =>
  Float64Array.from(
    { length: Math.max(0, (to - from) / BUCKET_MS) },
    (_, at) => from + (at + 0.5) * BUCKET_MS,
  );
