import type { StationField } from '@sunfleet/contract';

/** What goes with the station, or with the people who are there. */
const PRIVATE: readonly StationField[] = [
  'latitude',
  'longitude',
  'province',
  'city',
  'district',
  'postCode',
  'address',
  'contactPhone',
  'contactEmail',
  'notes',
  'priceBuy',
  'priceFeedIn',
];
const HIDDEN = '***';

/**
 * Fields of a station as the log keeps them. It keeps what it has for ever, also for those who read the log of a station that has another owner by then:
 * of address, place, contact, notes and prices it says that they changed, and not to what.
 */
export function logged(
  fields: Readonly<Partial<Record<StationField, unknown>>>,
): Partial<Record<string, unknown>> {
  const isHidden = (name: string, value: unknown) =>
    PRIVATE.some((known) => known === name) && value !== null && value !== undefined;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isHidden(name, value) ? HIDDEN : value]),
  );
}
