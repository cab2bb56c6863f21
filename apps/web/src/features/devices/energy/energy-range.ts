/** How long a bar of the energies of a device is. */
export const GRAINS_SHOWN = ['day', 'month', 'year'] as const;
export type ShownGrain = (typeof GRAINS_SHOWN)[number];

const DAY_MS = 86_400_000;
/** Years that devices have been measured at most. */
const FIRST_YEAR = 2000;

interface EnergyRange {
  from: string;
  to: string;
  /** Starts of all bars, those without energy too; undefined: those that have some. */
  starts: readonly string[] | undefined;
}

/** The last 31 days, the last 24 months, or all years until a day of the station. */
export function energyRange(grain: ShownGrain, today: string): EnergyRange {
  if (grain === 'year') return { from: `${FIRST_YEAR}-01-01`, to: today, starts: undefined };
  const starts = grain === 'day' ? lastDays(today, 31) : lastMonths(today, 24);
  return { from: starts[0]!.padEnd(10, '-01'), to: today, starts };
}

function lastDays(today: string, count: number): string[] {
  const end = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: count }, (_, place) =>
    new Date(end - (count - 1 - place) * DAY_MS).toISOString().slice(0, 10),
  );
}

function lastMonths(today: string, count: number): string[] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  return Array.from({ length: count }, (_, place) =>
    new Date(Date.UTC(year, month - count + place, 1)).toISOString().slice(0, 7),
  );
}
