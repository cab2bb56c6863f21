import type { DeviceRow, LabelTag } from '@sunfleet/contract';
import type { Db } from '../../platform/postgres/client.ts';
import type { Mask } from '../accounts/index.ts';

/** Devices joined with what a row of a list shows: state, station, parent. */
export function devicesWithState(db: Db) {
  return db
    .selectFrom('devices')
    .innerJoin('deviceStates as state', 'state.deviceId', 'devices.id')
    .leftJoin('stations as home', 'home.id', 'devices.stationId')
    .leftJoin('devices as parent', 'parent.id', 'devices.parentId')
    .leftJoin('products as product', 'product.id', 'devices.productId')
    .selectAll('devices')
    .select([
      'home.name as stationName',
      'home.timeZone',
      'parent.sn as parentSn',
      'product.manufacturer as productMaker',
      'product.model as productModel',
      'state.status',
      'state.runMode',
      'state.connection',
      'state.power',
      'state.energyToday',
      'state.soc',
      'state.signal',
      'state.openAlarms',
      'state.lastDataAt',
      'state.lastSeenAt',
    ]);
}

export type DeviceWithState = Awaited<
  ReturnType<ReturnType<typeof devicesWithState>['executeTakeFirstOrThrow']>
>;

/** Labels and batches of devices that the reader sees. */
interface DeviceTags {
  labels: ReadonlyMap<number, LabelTag[]>;
  batches: ReadonlyMap<number, DeviceRow['batches']>;
}

export function toDeviceRow(row: DeviceWithState, mask: Mask, { labels, batches }: DeviceTags): DeviceRow {
  return {
    id: row.id,
    sn: mask.sn(row.sn),
    name: row.name,
    kind: row.kind,
    model: row.model,
    manufacturer: row.manufacturer,
    profileId: row.profileId,
    product:
      row.productId === null ? null : { id: row.productId, name: `${row.productMaker} ${row.productModel}` },
    meterRole: row.meterRole,
    ratedPower: row.ratedPower,
    firmware: row.firmware,
    productionDate: row.productionDate,
    warrantyEnd: row.warrantyEnd,
    firstPowerOn: row.firstPowerOn,
    soldOn: row.soldOn,
    station:
      row.stationId !== null && row.stationName !== null && row.timeZone !== null
        ? { id: row.stationId, name: row.stationName, timeZone: row.timeZone }
        : null,
    parent:
      row.parentId !== null && row.parentSn !== null ? { id: row.parentId, sn: mask.sn(row.parentSn) } : null,
    labels: labels.get(row.id) ?? [],
    batches: batches.get(row.id) ?? [],
    firstSeenAt: row.firstSeenAt?.getTime() ?? null,
    blocked: row.blockedAt !== null,
    live: {
      deviceId: row.id,
      stationId: row.stationId,
      status: row.status,
      runMode: row.runMode,
      connection: row.connection,
      power: row.power,
      energyToday: row.energyToday,
      soc: row.soc,
      signal: row.signal,
      lastDataAt: row.lastDataAt?.getTime() ?? null,
      lastSeenAt: row.lastSeenAt?.getTime() ?? null,
      openAlarms: row.openAlarms,
    },
  };
}
