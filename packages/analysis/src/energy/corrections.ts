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

/** Length of the names of local days, months and years. */
const LABEL_LENGTH = { day: 10, month: 7, year: 4 } as const;

/**
 * kWh that corrections add to each local day, month or year that they touch, from the one of the first day to the one of the last, by its name. The
 * same as `correctionOfDays` of each of them, without looking at all corrections for each.
 */
export function correctionsByLabel(
  corrections: readonly EnergyCorrection[],
  { grain, from, to }: { grain: keyof typeof LABEL_LENGTH; from: string; to: string },
): Map<string, number> {
  const nameOf = (day: string) => day.slice(0, LABEL_LENGTH[grain]);
  const [start, end] = [dayNumber(daysOfLabel(nameOf(from)).from), dayNumber(daysOfLabel(nameOf(to)).to)];
  const labels: { label: string; first: number; last: number }[] = [];
  /** Place of the label of each day, filled as far as it is asked for. */
  const places = new Map<number, number>();
  const placeOf = (day: number): number => {
    const known = places.get(day);
    if (known !== undefined) return known;
    const label = nameOf(new Date(day * DAY_MS).toISOString());
    const days = daysOfLabel(label);
    const [first, last] = [dayNumber(days.from), dayNumber(days.to)];
    for (let at = first; at <= last; at += 1) places.set(at, labels.length);
    return labels.push({ label, first, last }) - 1;
  };
  const sums: number[] = [];
  for (const one of corrections) {
    if (one.from === null || one.to === null) continue;
    const [first, last] = [dayNumber(one.from), dayNumber(one.to)];
    const until = Math.min(last, end);
    for (let day = Math.max(first, start); day <= until;) {
      const place = placeOf(day);
      const { last: lastOfLabel } = labels[place]!;
      const inside = Math.min(lastOfLabel, until) - day + 1;
      sums[place] = (sums[place] ?? 0) + (one.kwh * inside) / (last - first + 1);
      day = lastOfLabel + 1;
    }
  }
  return new Map(labels.map(({ label }, place) => [label, sums[place] ?? 0]));
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
const daysBetween = (from: string, to: string) => dayNumber(to) - dayNumber(from) + 1;

const dayNumber = (day: string) => Math.round(Date.parse(day) / DAY_MS);
