import { AppError } from '../../platform/errors.ts';
import type { KpiQuery } from './read-kpi-sums.ts';

const LONGEST_DAYS = 400;
const DAY_MS = 86_400_000;

/** Throws AppError `rangeTooLong` by day, and `invalidInput` for days in the wrong order. Months and years are few in any range. */
export function checkKpiRange({ grain, from, to }: KpiQuery): void {
  if (to < from) throw new AppError('invalidInput', { fields: 'query.from, query.to' });
  if (grain === 'day' && (Date.parse(to) - Date.parse(from)) / DAY_MS >= LONGEST_DAYS)
    throw new AppError('rangeTooLong', { days: LONGEST_DAYS });
}
