import type { DeviceRequest } from '../../platform/links/device-links.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { prepare } from '../../platform/postgres/prepare.ts';
import { spokenFor } from '../../platform/postgres/same-home.ts';

/**
 * SN of what would carry a request to a device: the logger that speaks for it, or the device itself. Undefined: there is no such device. This says
 * only where to ask; whether the request may go is decided there.
 */
export async function findCarrier(
  db: Db,
  deviceId: number,
  { slave }: DeviceRequest,
): Promise<string | undefined> {
  const [device] = (await readCarrier(db, { deviceId })).rows;
  return slave === undefined ? device?.sn : (device?.loggerSn ?? device?.sn);
}

const readCarrier = prepare('read_carrier', (db, { deviceId }: { deviceId: number }) =>
  db
    .selectFrom('devices')
    .leftJoin('devices as logger', (join) =>
      join.onRef('logger.id', '=', 'devices.parentId').on(spokenFor('devices', 'logger')),
    )
    .select(['devices.sn', 'logger.sn as loggerSn'])
    .where('devices.id', '=', deviceId),
);
