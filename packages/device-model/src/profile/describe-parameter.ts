import type { SettableParameter } from './device-api-parameters.ts';

/** What people see of a parameter: how it is typed in, within which bounds, and what a wrong value can harm. */
export function describeParameter({
  key,
  group,
  unit,
  min,
  max,
  step,
  risk,
  choices,
  type,
}: SettableParameter) {
  return {
    key,
    group,
    form: choices ? ('choice' as const) : type === 'hhmm' ? ('time' as const) : ('number' as const),
    unit,
    min,
    max,
    step,
    choices: Object.entries(choices ?? {}).map(([value, word]) => ({ value: Number(value), word })),
    risk,
  };
}
