import type { UpgradeFailure } from '@sunfleet/contract';
import { sql, type Selectable, type SqlBool } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { FirmwareTable } from '../../../platform/postgres/tables/firmware.ts';
import { deviceScope } from '../../scope/index.ts';
import { authorisedFor } from '../firmware-scope.ts';
import { requireSigned } from '../require-signed.ts';
import { checkDevice, versionOf } from './check-device.ts';
import { isWhereItWas } from './still-right.ts';

export type Judged =
  | { failure: UpgradeFailure }
  /** It has the version already. */
  | 'there'
  | { firmware: Selectable<FirmwareTable>; present: string | null };

/** Whether a device may have the firmware of an upgrade, over what PostgreSQL says now: right, station, authorisation, signature, and whether it fits. */
export async function judgeDevice(
  db: Db,
  actor: Actor,
  { deviceId, firmwareId, upgradeId }: { deviceId: number; firmwareId: number; upgradeId: number },
): Promise<Judged> {
  const device = await db
    .selectFrom('devices')
    .leftJoin('stations as home', 'home.id', 'devices.stationId')
    .leftJoin('deviceStates as live', 'live.deviceId', 'devices.id')
    .innerJoin('firmwareUpgradeDevices as one', (join) =>
      join.on('one.upgradeId', '=', upgradeId).onRef('one.deviceId', '=', 'devices.id'),
    )
    .select(['devices.model', 'devices.firmware', 'devices.attributes', 'live.signal', 'live.soc'])
    .select(
      sql<boolean>`EXISTS (SELECT 1 FROM alarms WHERE alarms.device_id = devices.id AND alarms.recovered_at IS NULL
      AND alarms.level = 'emergency')`.as('emergency'),
    )
    .select(sql<number | null>`coalesce(home.organisation_id, devices.organisation_id)`.as('home'))
    .where('devices.id', '=', deviceId)
    .where(deviceScope(actor, 'firmware.upgrade'))
    .where(isWhereItWas)
    .executeTakeFirst();
  if (!device) return { failure: 'notAllowed' };
  const firmware = await db
    .selectFrom('firmware')
    .selectAll()
    .where('id', '=', firmwareId)
    .where(
      sql<SqlBool>`(firmware.state = 'inTest' OR (firmware.state = 'released' AND ${authorisedFor(sql`${device.home}::bigint`)}))`,
    )
    .executeTakeFirst();
  if (!firmware) return { failure: 'firmwareGone' };
  try {
    await requireSigned(db, firmware);
  } catch (error) {
    if (error instanceof AppError) return { failure: 'firmwareGone' };
    throw error;
  }
  const present = versionOf(device, firmware.component);
  if (present === firmware.version) return 'there';
  const failure = checkDevice(device, firmware);
  return failure ? { failure } : { firmware, present: present ?? null };
}
