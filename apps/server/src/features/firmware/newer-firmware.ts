import { compareFirmwareVersions, type RouteOutput, type routes } from '@sunfleet/contract';
import { expressionBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { FirmwareTable } from '../../platform/postgres/tables/firmware.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { readDeviceScope } from '../scope/index.ts';
import { firmwareScope } from './firmware-scope.ts';
import { checkDevice, versionOf } from './upgrades/check-device.ts';

type Newer = RouteOutput<(typeof routes)['listNewerFirmware']>;

const devices = expressionBuilder<Tables, 'devices'>();

interface Row extends Pick<
  FirmwareTable,
  'name' | 'version' | 'component' | 'models' | 'hardware' | 'fromVersion' | 'toVersion'
> {
  firmwareId: number;
  deviceId: number;
  model: string | null;
  present: string | null;
  attributes: Readonly<Record<string, string>>;
}

/**
 * The newest released firmware that a device could get and does not have, of each of these devices that the actor sees; of one that tells no
 * version, none is known to be newer.
 */
export async function listNewerFirmware(db: Db, actor: Actor, ids: readonly number[]): Promise<Newer> {
  const scope = await readDeviceScope(db, actor, 'devices.view');
  const { rows } = await sql<Row>`
    SELECT devices.id AS device_id, devices.model, devices.firmware AS present, devices.attributes, firmware.id AS firmware_id,
           firmware.name, firmware.version, firmware.component, firmware.models, firmware.hardware, firmware.from_version, firmware.to_version
      FROM devices JOIN firmware ON devices.model = ANY(firmware.models) AND firmware.state = 'released'
     WHERE devices.id = ANY(${[...ids]}::bigint[]) AND ${scope(devices)} AND ${firmwareScope(actor)}
     ORDER BY devices.id, firmware.id`.execute(db);
  const newest = new Map<number, Newer[number]>();
  for (const row of rows) {
    const told = { model: row.model, firmware: row.present, attributes: row.attributes };
    const present = versionOf(told, row.component);
    if (present === undefined || compareFirmwareVersions(row.version, present) <= 0) continue;
    if (checkDevice({ ...told, signal: null, soc: null, emergency: false }, row)) continue;
    const best = newest.get(row.deviceId);
    if (best && compareFirmwareVersions(row.version, best.version) <= 0) continue;
    newest.set(row.deviceId, { deviceId: row.deviceId, firmwareId: row.firmwareId, version: row.version });
  }
  return [...newest.values()];
}
