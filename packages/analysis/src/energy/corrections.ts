/** An amount that a person adds to the energy of a station, negative to take some away. */
export interface EnergyCorrection {
  /** First and last local day, `YYYY-MM-DD`; null: it belongs to no day and counts in the total alone. */
  from: string | null;
  to: string | null;
  kwh: number;
  /** Whether the total counts it as well. What belongs to no day always counts there. */
  inTotal: boolean;
}

/** kWh that corrections add to the local days from the first to the last. Several days have each an equal part of theirs. */
export function correctionOfDays(
  corrections: readonly EnergyCorrection[],
  { from, to }: { from: string; to: string },
): number {
  let sum = 0;
  for (const one of corrections) {
    if (one.from === null || one.to === null || one.from > to || one.to < from) continue;
    const inside = daysBetween(one.from > from ? one.from : from, one.to < to ? one.to : to);
    sum += (one.kwh * inside) / daysBetween(one.from, one.to);
  }
  return sum;
}

/** kWh that corrections add to the energy of the whole life. */
export function correctionOfLife(corrections: readonly EnergyCorrection[]): number {
  return corrections.reduce((sum, { from, kwh, inTotal }) => (from === null || inTotal ? sum + kwh : sum), 0);
}

/** First and last day of a local day, month or year by its name: `2026-11-21`, `2026-11`, `2026`. */
export function daysOfLabel(label: string): { from: string; to: string } {
  if (label.length === 10) return { from: label, to: label };
  if (label.length === 4) return { from: `${label}-01-01`, to: `${label}-12-31` };
  const [year = 0, month = 1] = label.split('-').map(Number);
  // Day 0 of the month after it is its last one.
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { from: `${label}-01`, to: `${label}-${last}` };
}

const DAY_MS = 86_400_000;

/** Days of the calendar from the first to the last, both counted. */
const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
