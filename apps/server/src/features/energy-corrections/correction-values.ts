import { localDayOf } from '@sunfleet/analysis';
import type { CorrectionFields } from '@sunfleet/contract';
import { brokenRule, type Words } from '../../platform/broken-rule.ts';

interface At {
  /** Zone of the station. */
  timeZone: string;
  now: number;
}

/** What is kept of a correction: only the days that its kind has. Throws AppError `invalidInput` for days that are still to come. */
export function correctionValues(words: Words, fields: CorrectionFields, { timeZone, now }: At) {
  const { kind, kwh, inTotal } = fields;
  const toDay = kind === 'total' ? null : fields.to;
  if (toDay !== null && toDay > localDayOf(now, timeZone))
    throw brokenRule(words, 'body.to', 'correctionDayToCome');
  return {
    kind,
    fromDay: kind === 'days' ? fields.from : null,
    toDay,
    kwh,
    inTotal: kind !== 'days' || inTotal,
    reason: fields.reason.trim(),
  };
}
export type CorrectionValues = ReturnType<typeof correctionValues>;

/** The log outlives the owner: like notes, it keeps that there was a reason, and not which. */
export const logged = ({ kind, fromDay, toDay, kwh, inTotal }: Omit<CorrectionValues, 'reason'>) => ({
  kind,
  fromDay,
  toDay,
  kwh,
  inTotal,
  reason: '***',
});
