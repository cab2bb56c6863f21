import { STATION_FIELDS, STATION_FIELD_TEXTS, type StationField } from '@sunfleet/contract';
import type { TFunction } from 'i18next';

/** Names of a station's fields with their units, as forms, comparisons and tables of stations show them. */
export function fieldNames(t: TFunction<'stations'>): Readonly<Record<StationField, string>> {
  const named = STATION_FIELDS.map((field) => {
    const known: { text: (typeof STATION_FIELD_TEXTS)[StationField]['text']; unit?: string } =
      STATION_FIELD_TEXTS[field];
    return [field, known.unit ? `${t(known.text)} (${known.unit})` : t(known.text)];
  });
  return Object.fromEntries(named) as Record<StationField, string>;
}
