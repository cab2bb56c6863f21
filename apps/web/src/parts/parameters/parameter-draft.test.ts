import type { Parameter } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { draftOf, readDraft } from './parameter-draft.ts';

const base: Parameter = {
  key: 'x',
  group: 'battery',
  form: 'number',
  unit: '%',
  min: 0,
  max: 100,
  step: 1,
  choices: [],
  risk: 'low',
  maySet: true,
  changed: null,
};
const time: Parameter = { ...base, form: 'time', max: 1439, unit: '' };
const choice: Parameter = { ...base, form: 'choice', choices: [{ value: 2, word: 'on' }] };

test.each([
  [base, '35', 35],
  [time, '07:30', 450],
  [choice, '2', 2],
] as const)('%j takes %s', (parameter, text, value) => {
  expect(readDraft(parameter, text)).toEqual({ value });
  expect(draftOf(parameter, value)).toBe(text);
});

test.each([
  [base, '101', 'parameterRange'],
  [base, '', 'parameterRange'],
  [base, '2.5', 'parameterRange'],
  [time, '', 'parameterRange'],
  [choice, '1', 'parameterChoice'],
] as const)('%j refuses %j', (parameter, text, rule) => {
  expect(readDraft(parameter, text)).toEqual({ rule });
});
