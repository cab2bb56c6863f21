import type { Parameter } from '@sunfleet/contract';
import { PROFILES, type Profile, type ProfileWrite } from '@sunfleet/device-model';

/** Families of devices on which something can be set that harms nothing. */
export const SETTABLE_FAMILIES: readonly Profile[] = PROFILES.filter(({ writes }) =>
  writes.some(({ risk }) => risk === 'low'),
);

/** What can be set on every device of a family without harm. */
export const everydayParameters = ({ writes }: Profile): Parameter[] =>
  writes.filter(({ risk }) => risk === 'low').map(toParameter);

function toParameter({ key, group, unit, min, max, step, risk, choices, type }: ProfileWrite): Parameter {
  return {
    key,
    group,
    form: choices ? 'choice' : type === 'hhmm' ? 'time' : 'number',
    unit,
    min,
    max,
    step,
    choices: Object.entries(choices ?? {}).map(([value, word]) => ({ value: Number(value), word })),
    risk,
    maySet: true,
    changed: null,
  };
}
