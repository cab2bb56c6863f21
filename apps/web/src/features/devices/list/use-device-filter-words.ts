import {
  DEVICE_DAYS,
  DEVICE_FIGURES,
  readDayRange,
  readRange,
  type DeviceDay,
  type DeviceFigure,
  type Product,
} from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { DEVICE_UNITS, scaledRange } from './device-filter-units.ts';
import type { DeviceFilterKey, DeviceFilters } from './device-list-state.ts';

const isFigure = (key: DeviceFilterKey): key is DeviceFigure => DEVICE_FIGURES.some((one) => one === key);
const isDay = (key: DeviceFilterKey): key is DeviceDay => DEVICE_DAYS.some((one) => one === key);

/** Filters in the reader's words. */
export function useDeviceFilterWords(state: DeviceFilters) {
  const { t } = useTranslation(['devices', 'common', 'labels']);
  const format = useFormat();
  const { data: labels = [] } = useCall('listLabels', {}, { enabled: state.label.length > 0 });

  const { data: batches } = useCall(
    'listDeviceBatches',
    { query: { pageSize: 200 } },
    { enabled: state.batch.length > 0 },
  );

  const { data: products } = useCall(
    'listProducts',
    { query: { pageSize: 200 } },
    { enabled: state.product.length > 0 },
  );

  /** The name of a filter: that of its column where it has one. */
  const nameOf = (key: DeviceFilterKey): string => {
    if (key === 'q') return t('common:search');
    if (key === 'label') return t('labels:filter');
    if (key === 'batch') return t('column.batches');
    if (key === 'product') return t('column.product');
    return t(`column.${key}`);
  };

  const between = (from: string | undefined, to: string | undefined): string => {
    if (from !== undefined && to !== undefined) return from === to ? from : `${from} – ${to}`;
    return from === undefined ? `≤ ${to}` : `≥ ${from}`;
  };

  const valueOf = (key: DeviceFilterKey): string => {
    if (key === 'kind') return state.kind.map((one) => t(`kind.${one}`)).join(', ');
    if (key === 'status') return state.status.map((one) => t(`common:status.device.${one}`)).join(', ');
    if (key === 'connection') return state.connection.map((one) => t(`connection.${one}`)).join(', ');
    if (key === 'label')
      return state.label.map((id) => labels.find((label) => label.id === id)?.name ?? `#${id}`).join(', ');
    if (key === 'batch')
      return state.batch.map((id) => batches?.rows.find((one) => one.id === id)?.name ?? `#${id}`).join(', ');
    if (key === 'product') return state.product.map((id) => productName(products?.rows, id)).join(', ');
    if (isDay(key)) {
      const { from, to } = readDayRange(state[key]) ?? {};
      return between(from && format.day(from), to && format.day(to));
    }
    if (!isFigure(key)) return state[key];
    const { unit, factor } = DEVICE_UNITS[key];
    const { from, to } = scaledRange(readRange(state[key]) ?? {}, 1 / factor);
    const said = (value: number | undefined) => (value === undefined ? undefined : format.number(value));
    return [between(said(from), said(to)), unit].filter(Boolean).join(' ');
  };

  const sentence = (key: DeviceFilterKey): string => `${nameOf(key)}: ${valueOf(key)}`;
  return { nameOf, sentence };
}

function productName(rows: readonly Product[] | undefined, id: number): string {
  const product = rows?.find((one) => one.id === id);
  return product ? `${product.manufacturer} ${product.model}` : `#${id}`;
}
