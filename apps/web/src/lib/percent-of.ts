/** Percent that a part is of a whole; null where either is unknown or the whole is nothing. */
export function percentOf(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole <= 0 ? null : (100 * part) / whole;
}
