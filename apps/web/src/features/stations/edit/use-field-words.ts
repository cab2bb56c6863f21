import { GRID_TYPES, type StationField } from '@sunfleet/contract';
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
  const names: Readonly<Record<StationField, string>> = {
    name: t('column.name'),
    type: t('column.type'),
    capacityKw: `${t('column.capacity')} (kWp)`,
    batteryKwh: `${t('about.battery')} (kWh)`,
    latitude: `${t('entry.latitude')} (°)`,
    longitude: `${t('entry.longitude')} (°)`,
    timeZone: t('about.timeZone'),
    elevation: `${t('about.elevation')} (m)`,
    tilt: `${t('about.tilt')} (°)`,
    azimuth: `${t('about.azimuth')} (°)`,
    country: t('about.country'),
    postCode: t('about.postCode'),
    address: t('column.address'),
    contactPhone: t('about.contactPhone'),
    contactEmail: t('about.contactEmail'),
    notes: t('about.notes'),
    gridType: t('about.gridType'),
    currency: t('about.currency'),
    priceBuy: t('about.priceBuy'),
    priceFeedIn: t('about.priceFeedIn'),
    firstPowerOn: t('about.firstPowerOn'),
    gridConnectedOn: t('entry.gridConnectedOn'),
    installedOn: t('entry.installedOn'),
  };
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
