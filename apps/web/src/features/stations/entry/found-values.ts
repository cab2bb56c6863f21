import type { FoundAddress } from '@sunfleet/contract';
import { countries } from '../../../lib/countries.ts';
import type { StationValues } from './station-values.ts';
import { typedPlace } from './typed-place.ts';

/** Fields that an address that was found fills in. */
export const FOUND_FIELDS = [
  'latitude',
  'longitude',
  'country',
  'province',
  'city',
  'district',
  'postCode',
  'address',
] as const;
export type FoundField = (typeof FOUND_FIELDS)[number];
export type FoundValues = Partial<Pick<StationValues, FoundField>>;

/** Countries where an address goes from the large to the small. */
const LARGE_FIRST = new Set(['CN', 'HK', 'JP', 'KR', 'MO', 'TW']);
const LONGEST_ADDRESS = 255;
const LONGEST_NAME = 100;

/** What the form holds of an address; what the service does not tell is left out. */
export function foundValues(found: FoundAddress): FoundValues {
  const parts = [...new Set([found.detail, found.district, found.city, found.state])].filter(
    (part) => part !== null,
  );
  const largeFirst = found.country !== null && LARGE_FIRST.has(found.country);
  const address = (largeFirst ? parts.toReversed().join(' ') : parts.join(', ')) || found.label;
  const known = countries('en').some(({ code }) => code === found.country);
  return {
    ...typedPlace(found),
    ...(found.country !== null && known ? { country: found.country } : {}),
    ...(found.state ? { province: found.state.slice(0, LONGEST_NAME) } : {}),
    ...(found.city ? { city: found.city.slice(0, LONGEST_NAME) } : {}),
    ...(found.district ? { district: found.district.slice(0, LONGEST_NAME) } : {}),
    ...(found.postCode ? { postCode: found.postCode } : {}),
    address: address.slice(0, LONGEST_ADDRESS),
  };
}

/** The place was asked for. What somebody typed of the address stays, unless it is `filled`: of an address that was found before. */
export function splitFound(values: StationValues, found: FoundValues, filled: FoundValues) {
  const isKept = (name: FoundField) =>
    name !== 'latitude' &&
    name !== 'longitude' &&
    found[name] !== undefined &&
    values[name].trim() !== '' &&
    values[name] !== found[name] &&
    values[name] !== filled[name];
  const kept = FOUND_FIELDS.filter(isKept);
  const used = Object.fromEntries(
    FOUND_FIELDS.flatMap((name) =>
      found[name] === undefined || kept.includes(name) ? [] : [[name, found[name]] as const],
    ),
  ) as FoundValues;
  return { used, kept };
}
