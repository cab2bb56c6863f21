/** Ends that a shield can be given, as they are offered. */
export const SHIELD_ENDS = ['day', 'week', 'month', 'threeMonths', 'sixMonths', 'date', 'permanent'] as const;
export type ShieldEnd = (typeof SHIELD_ENDS)[number];

const DAYS: Readonly<Partial<Record<ShieldEnd, number>>> = { day: 1, week: 7 };
const MONTHS: Readonly<Partial<Record<ShieldEnd, number>>> = { month: 1, threeMonths: 3, sixMonths: 6 };
const DAY_MS = 86_400_000;

/**
 * When a shield of this end is over, epoch milliseconds; null: never. `date`: the end of that day where the reader is, NaN where none is
 * given. A month that has no such day ends with its last one.
 */
export function endOfShield(end: ShieldEnd, { now, date }: { now: number; date: string }): number | null {
  if (end === 'permanent') return null;
  if (end === 'date') return date === '' ? NaN : new Date(`${date}T23:59:59`).getTime();
  const days = DAYS[end];
  if (days !== undefined) return now + days * DAY_MS;
  const then = new Date(now);
  const wanted = then.getMonth() + (MONTHS[end] ?? 0);
  then.setMonth(wanted);
  if (then.getMonth() !== wanted % 12) then.setDate(0);
  return then.getTime();
}
