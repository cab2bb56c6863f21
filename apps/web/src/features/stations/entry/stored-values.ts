import { STATION_FIELDS, type StationDetail, type StationField } from '@sunfleet/contract';
import { EMPTY_STATION, stationBody, type StationValues } from './station-values.ts';

/** A station that is there, as its form shows it. */
export function storedValues(station: StationDetail): StationValues {
  const fields = STATION_FIELDS.map((name) => [name, String(station[name] ?? '')] as const);
  return { ...EMPTY_STATION, ...Object.fromEntries(fields), type: station.type };
}

/** What another station brings to the form of a new one: its days are its own, and its devices and owner are no fields. */
export function copiedValues(station: StationDetail, name: string): StationValues {
  return { ...storedValues(station), name, firstPowerOn: '', gridConnectedOn: '', installedOn: '' };
}

/** The fields in which two forms would store other values: `8,4` is `8.4`. */
export function differingFields(one: StationValues, other: StationValues): StationField[] {
  const [first, second] = [bodyOf(one), bodyOf(other)];
  return STATION_FIELDS.filter((name) => !Object.is(first[name], second[name]));
}

/** Every field as the server takes it. A zone that is left empty is that of the place again. */
export function bodyOf(values: StationValues) {
  const { organisationId: _, ...fields } = stationBody(values);
  return { ...fields, timeZone: values.timeZone || null };
}
