import { textRule, type Rule } from './rules.ts';

/** Degree of protection against dust and water, as IEC 60529 writes it. */
export const protectionRule = (text: string): Rule | undefined =>
  text === '' || /^IP[0-6X][0-9X]K?$/.test(text) ? undefined : 'protectionInvalid';

/** Conductors that carry power: one, two of a split phase, or three. */
export const phasesRule = (count: number): Rule | undefined =>
  [1, 2, 3].includes(count) ? undefined : 'phasesInvalid';

/** kg */
export const weightRule = (weight: number): Rule | undefined =>
  weight > 0 && weight <= 100_000 ? undefined : 'weightInvalid';

/** Half a century at most. */
export const warrantyMonthsRule = (months: number): Rule | undefined =>
  Number.isInteger(months) && months >= 1 && months <= 600 ? undefined : 'warrantyMonthsInvalid';

/** The name that a maker gives a spare part. */
export const partNameRule = (text: string): Rule | undefined => textRule(text, 'nameEmpty', 100);

interface Ranges {
  mppVoltageMin: number | null;
  mppVoltageMax: number | null;
  dcVoltageMax: number | null;
}

/** What cannot be between the figures of a product, with the field at which it is said. */
export function specificationFault({
  mppVoltageMin,
  mppVoltageMax,
  dcVoltageMax,
}: Ranges): { path: keyof Ranges; rule: Rule } | undefined {
  if (mppVoltageMin !== null && mppVoltageMax !== null && mppVoltageMin >= mppVoltageMax)
    return { path: 'mppVoltageMax', rule: 'mppRangeInvalid' };
  if (mppVoltageMax !== null && dcVoltageMax !== null && mppVoltageMax > dcVoltageMax)
    return { path: 'dcVoltageMax', rule: 'mppRangeBeyond' };
  return undefined;
}
