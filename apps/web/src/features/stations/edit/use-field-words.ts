import { GRID_TYPES, type StationField } from '@sunfleet/contract';
import { fieldNames } from '../entry/field-names.ts';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../lib/countries.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { StationValues } from '../entry/station-values.ts';

const DAYS: ReadonlySet<StationField> = new Set(['firstPowerOn', 'gridConnectedOn', 'installedOn']);

/** Names of a station's fields, and what a form holds of them, in words. */
export function useFieldWords() {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const names = fieldNames(t);
  const textOf = (values: StationValues, field: StationField): string => {
    const text = values[field];
    if (text === '') return field === 'timeZone' ? t('edit.zoneOfPlace') : UNKNOWN;
    if (field === 'type') return t(`type.${values.type}`);
    const gridType = field === 'gridType' && GRID_TYPES.find((type) => type === text);
    if (gridType) return t(`gridType.${gridType}`);
    if (field === 'country') return countryName(text, format.language);
    return DAYS.has(field) ? format.day(text) : text;
  };
  return { names, textOf };
}
