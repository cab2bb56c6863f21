import type { Rule } from './rules.ts';

/** A time of the day on a clock of 24 hours, `03:30`. */
export const clockRule = (text: string): Rule | undefined =>
  /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) ? undefined : 'clockInvalid';

/** A moment on a local clock, `2027-03-28T03:30`. */
export function momentRule(text: string): Rule | undefined {
  const [, day, clock] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})$/.exec(text) ?? [];
  const at = day && clock && !clockRule(clock) ? Date.parse(`${day}T${clock}Z`) : Number.NaN;
  const isReal = !Number.isNaN(at) && new Date(at).toISOString().startsWith(day!);
  return isReal && day! >= '2020' && day! < '2100' ? undefined : 'momentInvalid';
}

/** Two times of the day between which something may begin; the second may be of the next day, and is another one. */
export const windowRule = ({ from, to }: { from: string; to: string }): Rule | undefined =>
  clockRule(from) ?? clockRule(to) ?? (from === to ? 'windowInvalid' : undefined);
