const DAY_MS = 86_400_000;

/**
 * First time whose samples are kept today, epoch milliseconds: what is kept for `days` is dropped by whole months. Null: kept for ever.
 */
export function keptSince(days: number, now: number): number | null {
  if (days === 0) return null;
  const oldest = new Date(now - days * DAY_MS);
  return Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth(), 1);
}
