import { daysOfYear, yearDayInto, type YearDay } from '../time/day-of-year.ts';
import { vectorised } from '../vector/vectorised.ts';

/** Turbidity where nothing is known: usual air of temperate climates. 2 is clean and cold, 4 to 6 warm, moist or hazy. */
export const USUAL_TURBIDITY = 3;

export interface LinkeTurbidityInput {
  /** Epoch ms. */
  time: number;
  /** Twelve values from January on; 3 throughout unless told. */
  monthly?: readonly number[];
  /** Whether values change straight from middle to middle of the months, or are those of the UTC month; true unless told. */
  interpTurbidity?: boolean;
}

const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function monthDays(month: number, yearDays: number): number {
  return month === 1 ? yearDays - 337 : MONTHS[month]!;
}

/**
 * The Linke turbidity of a day from monthly values, as maps of it have them (Remund et al. 2003). NaN where a month is not told.
 */
export const linkeTurbidity = vectorised<LinkeTurbidityInput>(
  { time: NaN, monthly: MONTHS.map(() => USUAL_TURBIDITY), interpTurbidity: true },
  ({ time, monthly, interpTurbidity }) => {
    const day: YearDay = { year: NaN, dayOfYear: NaN };
    yearDayInto(time, day);
    const yearDays = daysOfYear(day.year);
    let month = 0;
    let before = 0;
    while (month < 11 && day.dayOfYear > before + monthDays(month, yearDays)) {
      before += monthDays(month, yearDays);
      month += 1;
    }
    const here = Number.isNaN(time) ? NaN : (monthly[month] ?? NaN);
    if (!interpTurbidity) return here;
    const middle = before + monthDays(month, yearDays) / 2;
    const side = day.dayOfYear < middle ? -1 : 1;
    const other = (month + side + 12) % 12;
    // December of the last and January of the next year have 31 days in any year.
    const apart = (monthDays(month, yearDays) + monthDays(other, yearDays)) / 2;
    return here + ((monthly[other] ?? NaN) - here) * (Math.abs(day.dayOfYear - middle) / apart);
  },
);
