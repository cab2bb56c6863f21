import { addDays, dayRange, localDayOf } from '@sunfleet/analysis';
import { AppError } from '../../../platform/errors.ts';

/** A local day, as far as it is over. */
export interface DayUntilNow {
  /** `YYYY-MM-DD` */
  day: string;
  start: number;
  end: number;
  /** Milliseconds, until now. */
  daylight: number;
}

const LONGEST_DAYS = 400;

/**
 * Local days from the first to the last one that are not to come. Throws AppError `rangeTooLong`, and `invalidInput` for days that are none or
 * in the wrong order.
 */
export function daysUntilNow(
  daylight: (start: number, end: number) => number,
  zone: string,
  { query: { from, to }, now }: { query: { from: string; to: string }; now: number },
): DayUntilNow[] {
  const today = localDayOf(now, zone);
  const days: DayUntilNow[] = [];
  try {
    if (dayRange(to, zone).start < dayRange(from, zone).start) throw new RangeError('no days');
    for (let day = from; day <= to && day <= today; day = addDays(day, 1)) {
      if (days.length >= LONGEST_DAYS) throw new AppError('rangeTooLong', { days: LONGEST_DAYS });
      const { start, end } = dayRange(day, zone);
      days.push({ day, start, end, daylight: daylight(start, Math.min(end, now)) });
    }
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('invalidInput', { fields: 'query.from, query.to' });
    throw error;
  }
  return days;
}

const NAME_LENGTH = { day: 10, month: 7 } as const;

/** Name of the bucket that a local day falls into: `2026-11-21` or `2026-11`. */
export const bucketOf = (day: string, grain: keyof typeof NAME_LENGTH): string =>
  day.slice(0, NAME_LENGTH[grain]);
