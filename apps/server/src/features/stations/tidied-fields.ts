import { normalPhone, type StationField } from '@sunfleet/contract';

/** Fields of a station as people type them. */
type Typed = Partial<Record<StationField, unknown>>;

const TEXTS = [
  'name',
  'province',
  'city',
  'district',
  'postCode',
  'address',
  'contactEmail',
  'notes',
] as const satisfies StationField[];

/** Fields as they are kept: texts without space around them, none where nothing is left, and phone numbers in their one form. */
export function tidied<T extends Typed>(fields: T): T {
  const kept: Typed = { ...fields };
  for (const name of TEXTS) {
    const text = fields[name];
    if (typeof text === 'string') kept[name] = text.trim() || null;
  }
  if (typeof fields.contactPhone === 'string') kept.contactPhone = normalPhone(fields.contactPhone) || null;
  return kept as T;
}
