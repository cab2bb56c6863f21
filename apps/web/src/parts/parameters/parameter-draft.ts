import type { Parameter, Rule } from '@sunfleet/contract';
import { refusedValue } from '@sunfleet/device-model';
import { readNumber } from '../../lib/form/read-number.ts';
import { timeText } from './use-parameter-words.ts';

/** What a field shows of a value. */
export function draftOf({ form }: Pick<Parameter, 'form'>, value: number | null | undefined): string {
  if (value === null || value === undefined) return '';
  return form === 'time' ? timeText(value) : String(value);
}

/** The value of what somebody typed or chose, or the rule that it breaks. */
export function readDraft(parameter: Parameter, text: string): { value: number } | { rule: Rule } {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(text) ?? [];
  const value = parameter.form === 'time' ? Number(hours) * 60 + Number(minutes) : readNumber(text);
  const choices =
    parameter.form === 'choice'
      ? Object.fromEntries(parameter.choices.map((choice) => [choice.value, choice.word]))
      : undefined;
  if (text === '' || Number.isNaN(value) || refusedValue({ ...parameter, choices }, value))
    return { rule: choices ? 'parameterChoice' : 'parameterRange' };
  return { value };
}
