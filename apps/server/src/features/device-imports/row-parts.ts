import type { DeviceFields, TableDevice } from '@sunfleet/contract';

/** Fields that are written down of a device after it was added. */
export const EDITS = ['productionDate', 'soldOn', 'firstPowerOn', 'warrantyEnd', 'remark'] as const;

/** What is written down of a device after it was added; undefined where a row says nothing of it. */
export function editsOf(device: TableDevice): Partial<DeviceFields> | undefined {
  const told = EDITS.flatMap((field) => (device[field] ? [[field, device[field]] as const] : []));
  return told.length === 0 ? undefined : Object.fromEntries(told);
}

/** What a device is added with. */
export function addedWith({
  station: _station,
  productionDate: _productionDate,
  soldOn: _soldOn,
  firstPowerOn: _firstPowerOn,
  warrantyEnd: _warrantyEnd,
  remark: _remark,
  ...device
}: TableDevice) {
  return device;
}

/** For what a claim code or a secret of a row is sealed. */
export const sealedFor = (what: 'claim code' | 'secret', importId: number, row: number): string =>
  `device import:${importId}/${row} ${what}`;
