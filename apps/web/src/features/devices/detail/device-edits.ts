import {
  correctionKwhRule,
  type DeviceDetail,
  type DeviceFields,
  modbusAddressRule,
  type Product,
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
  if (field === 'productId') return device.product ? String(device.product.id) : '';
  if (field === 'warrantyEnd' && device.warrantyOfProduct) return '';
  const value = device[field];
  if (value === null) return '';
  return field === 'ratedPower' ? String(Number(value) / WATTS) : String(value);
}

/** The product that was chosen before, or that the device has; of a draft that was kept its number is known alone. */
export function productIn(edits: DeviceEdits, { product }: DeviceDetail): DeviceDetail['product'] {
  const typed = edits.productId;
  if (typed === undefined || typed === String(product?.id)) return product;
  return typed === '' ? null : { id: Number(typed), name: `#${typed}` };
}

/** What a product says of the fields that are empty. */
export function filledBy(product: Product, edits: DeviceEdits, device: DeviceDetail): DeviceEdits {
  const { manufacturer, model, profileId, specification } = product;
  const power = specification.ratedPower;
  const said = {
    manufacturer,
    model,
    profileId: profileId ?? '',
    ratedPower: power === null ? '' : String(power / WATTS),
  };
  const empty = Object.entries(said).filter(
    ([field, text]) => text !== '' && shownIn(edits, device, field as EditedField) === '',
  );
  return Object.fromEntries(empty);
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

const NUMBERS: ReadonlySet<string> = new Set(['ratedPower', 'modbusAddress', 'energyOffset', 'productId']);
const isNumber = (field: string): boolean => NUMBERS.has(field);

function numberOf(field: string, text: string): number {
  const value = readNumber(text);
  return field === 'ratedPower' ? value * WATTS : value;
}
