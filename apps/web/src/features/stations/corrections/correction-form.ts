import type { EnergyCorrection } from '@sunfleet/analysis';
import type { CorrectionFields, CorrectionKind, EnergyCorrectionRow } from '@sunfleet/contract';
import { readNumber } from '../../../lib/form/read-number.ts';

/** What somebody types. */
export interface CorrectionDraft {
  kind: CorrectionKind;
  from: string;
  to: string;
  kwh: string;
  inTotal: boolean;
  reason: string;
}

export function draftOf(row: EnergyCorrectionRow | undefined, today: string): CorrectionDraft {
  if (!row) return { kind: 'days', from: today, to: today, kwh: '', inTotal: true, reason: '' };
  const { kind, from, to, kwh, inTotal, reason } = row;
  return { kind, from: from ?? today, to: to ?? today, kwh: String(kwh), inTotal, reason: reason ?? '' };
}

/** As it is sent. What is no number breaks the rule of the amount, as 0 does. */
export function fieldsOf({ kind, from, to, kwh, inTotal, reason }: CorrectionDraft): CorrectionFields {
  const amount = readNumber(kwh);
  return {
    kind,
    from: kind === 'days' && from !== '' ? from : null,
    to: kind === 'total' || to === '' ? null : to,
    kwh: Number.isNaN(amount) ? 0 : amount,
    inTotal,
    reason,
  };
}

/** How it counts. */
export const countedOf = ({
  kind,
  from,
  to,
  kwh,
  inTotal,
}: Pick<CorrectionFields, 'kind' | 'from' | 'to' | 'kwh' | 'inTotal'>): EnergyCorrection => ({
  from: kind === 'days' ? from : null,
  to: kind === 'days' ? to : null,
  kwh,
  inTotal,
});
