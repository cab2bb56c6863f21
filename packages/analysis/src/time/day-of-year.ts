const DAY_MS = 86_400_000;
/** Days from 1 March of the year 0 to 1970, and of 400 years. */
const TO_1970 = 719_468;
const CYCLE = 146_097;
/** Days of a year that begins in March before its January. */
const TO_JANUARY = 306;

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** A day of the calendar in UTC: the year, and the place of the day in it from 1 on. */
export interface YearDay {
  year: number;
  dayOfYear: number;
}

/** Writes the UTC day of `time` (epoch ms) into `day`; NaN for an unknown time. Reckoned in years that end with February. */
export function yearDayInto(time: number, day: YearDay): void {
  const days = Math.floor(time / DAY_MS) + TO_1970;
  const cycle = Math.floor(days / CYCLE);
  const inCycle = days - cycle * CYCLE;
  const years = Math.floor(
    (inCycle - Math.floor(inCycle / 1460) + Math.floor(inCycle / 36_524) - Math.floor(inCycle / 146_096)) /
      365,
  );
  const inYear = inCycle - (365 * years + Math.floor(years / 4) - Math.floor(years / 100));
  const march = years + cycle * 400;
  if (inYear >= TO_JANUARY) {
    day.year = march + 1;
    day.dayOfYear = inYear - TO_JANUARY + 1;
  } else {
    day.year = march;
    day.dayOfYear = inYear + (isLeap(march) ? 61 : 60);
  }
}

/** Place of the UTC day of `time` (epoch ms) in its year, from 1 on. */
export function dayOfYear(time: number): number {
  const day = { year: NaN, dayOfYear: NaN };
  yearDayInto(time, day);
  return day.dayOfYear;
}

/** Days of a year. */
export const daysOfYear = (year: number): number => (isLeap(year) ? 366 : 365);
