import type { Parameter } from '@sunfleet/contract';
import { describeParameter, PROFILES, type Profile } from '@sunfleet/device-model';

/** Families of devices on which something can be set that harms nothing. */
export const SETTABLE_FAMILIES: readonly Profile[] = PROFILES.filter(({ writes }) =>
  writes.some(({ risk }) => risk === 'low'),
);

/** What can be set on every device of a family without harm. */
export const everydayParameters = ({ writes }: Profile): Parameter[] =>
  writes
    .filter(({ risk }) => risk === 'low')
    .map((write) => ({ ...describeParameter(write), maySet: true, changed: null }));
