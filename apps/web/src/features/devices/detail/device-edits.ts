import {
  correctionKwhRule,
  type DeviceDetail,
  type DeviceFields,
  modbusAddressRule,
  ratedPowerRule,
  type Rule,
} from '@sunfleet/contract';
import type { InputOf } from '@sunfleet/api-client';
import { readNumber } from '../../../lib/form/read-number.ts';

/** What somebody typed, as text; fields that were not touched are absent. */
export type DeviceEdits = Partial<Record<EditedField, string>>;

export type EditedField = keyof DeviceFields;

/** kW in the form, W in the store. */
const WATTS = 1000;

/** The field as the form shows it. */
export function shownIn(edits: DeviceEdits, device: DeviceDetail, field: EditedField): string {
  const typed = edits[field];
  if (typed !== undefined) return typed;
  const value = device[field];
  if (value === null) return '';
  return field === 'ratedPower' ? String(Number(value) / WATTS) : String(value);
}

/** What is wrong, by field. */
export function editProblems(edits: DeviceEdits): Partial<Record<EditedField, Rule>> {
  const problems: Partial<Record<EditedField, Rule>> = {};
  const check = (field: EditedField, rule: (value: number) => Rule | undefined) => {
    const text = edits[field]?.trim() ?? '';
    if (text === '') return;
    const broken = rule(numberOf(field, text));
    if (broken) problems[field] = broken;
  };
  check('ratedPower', ratedPowerRule);
  check('modbusAddress', modbusAddressRule);
  check('energyOffset', correctionKwhRule);
  return problems;
}

/** The touched fields as the server takes them. */
export function editBody(edits: DeviceEdits, version: number): InputOf<'editDevice'>['body'] {
  const fields = Object.entries(edits).map(([field, typed]) => {
    const text = typed.trim();
    if (text === '') return [field, null];
    return [field, isNumber(field) ? numberOf(field, text) : text];
  });
  return { version, ...Object.fromEntries(fields) };
}

const NUMBERS: ReadonlySet<string> = new Set(['ratedPower', 'modbusAddress', 'energyOffset']);
const isNumber = (field: string): boolean => NUMBERS.has(field);

function numberOf(field: string, text: string): number {
  const value = readNumber(text);
  return field === 'ratedPower' ? value * WATTS : value;
}
