import { type FoundAddress, latitudeRule, longitudeRule } from '@sunfleet/contract';
import type { AddressField, AddressLayout, JsonWays } from '../../platform/address-service.ts';
import { plainText } from '../../platform/plain-text.ts';

const MOST = 8;
const LONGEST: Partial<Record<AddressField, number>> = { postCode: 16 };
const LONGEST_TEXT = 255;

/** The addresses of an answer, as its layout says where they are; throws where it has no list. What has no place is left out. */
export function readAddresses(answer: unknown, { items, fields }: AddressLayout): FoundAddress[] {
  const list = at(answer, items);
  if (!Array.isArray(list)) throw new Error('the answer has no list of addresses');
  return list
    .slice(0, MOST * 4)
    .flatMap((item: unknown) => readAddress(item, fields) ?? [])
    .slice(0, MOST);
}

function readAddress(item: unknown, fields: AddressLayout['fields']): FoundAddress | undefined {
  const text = (name: AddressField) => textAt(item, fields[name], LONGEST[name] ?? LONGEST_TEXT);
  const latitude = numberOf(text('latitude'));
  const longitude = numberOf(text('longitude'));
  if (latitudeRule(latitude) || longitudeRule(longitude)) return undefined;
  const [state, city, district, detail] = (['state', 'city', 'district', 'detail'] as const).map(text);
  const parts = [...new Set([detail, district, city, state])].filter((part) => part !== undefined);
  const label = text('label') ?? (parts.length > 0 ? parts.join(', ') : undefined);
  if (label === undefined) return undefined;
  const country = text('country')?.toUpperCase();
  return {
    label,
    latitude,
    longitude,
    country: country && /^[A-Z]{2}$/.test(country) ? country : null,
    state: state ?? null,
    city: city ?? null,
    district: district ?? null,
    detail: detail ?? null,
    postCode: text('postCode') ?? null,
  };
}

/** The text that the first way leads to. */
function textAt(item: unknown, ways: JsonWays, longest: number): string | undefined {
  for (const way of ways) {
    const values = way
      .map((one) => at(item, one))
      .filter((value) => typeof value === 'string' || typeof value === 'number');
    const text = plainText(values.join(' ')).trim();
    if (text !== '') return text.length > longest ? undefined : text;
  }
  return undefined;
}

function at(value: unknown, way: readonly string[]): unknown {
  let found = value;
  for (const name of way) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/** Not a number where there is none: no text is no zero. */
const numberOf = (text: string | undefined) => (text === undefined ? NaN : Number(text));
