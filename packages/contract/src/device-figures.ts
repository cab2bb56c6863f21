// What lists of devices are narrowed by, as plain data: a page that shows a list loads no schema code.

/** Figures of devices that lists can be narrowed by, from and to; in the units of the API: W, kWh, percent, h. */
export const DEVICE_FIGURES = [
  'power',
  'ratedPower',
  'energyToday',
  'soc',
  'signal',
  'alarms',
  /** Hours since the last data; a device that never sent any was silent for ever. */
  'silence',
] as const;
export type DeviceFigure = (typeof DEVICE_FIGURES)[number];

/** Texts that a device's own text has to contain, whatever the case. */
export const DEVICE_TEXTS = ['sn', 'name', 'model', 'manufacturer', 'firmware', 'station', 'parent'] as const;
export type DeviceText = (typeof DEVICE_TEXTS)[number];

/** Days that people write down of a device. */
export const DEVICE_DAYS = ['productionDate', 'warrantyEnd', 'firstPowerOn', 'soldOn'] as const;
export type DeviceDay = (typeof DEVICE_DAYS)[number];

/** Columns of the list of devices. */
export const DEVICE_COLUMNS = [
  'sn',
  'status',
  'alarms',
  'station',
  'power',
  'energyToday',
  'lastData',
  'model',
  'kind',
  'signal',
  'labels',
  'batches',
  'product',
  'parent',
  'connection',
  'firmware',
  'manufacturer',
  'ratedPower',
  'soc',
  'productionDate',
  'warrantyEnd',
  'firstPowerOn',
  'soldOn',
] as const;
export type DeviceColumn = (typeof DEVICE_COLUMNS)[number];
