import type { DeviceRow } from '@sunfleet/contract';

/** Address of a device's page. */
export const deviceAddress = (id: number): string => `/platformPro/equipment/device_detail?id=${id}`;

/** Maker and model in one line; a dash where neither is known. */
export const modelOf = ({ manufacturer, model }: Pick<DeviceRow, 'manufacturer' | 'model'>): string =>
  [manufacturer, model].filter(Boolean).join(' ') || '–';
