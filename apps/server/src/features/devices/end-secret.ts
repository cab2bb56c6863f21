import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { mintDeviceSecret, storeDeviceSecret } from './device-secret.ts';
import { NO_OLD_SECRET } from './renew-secret.ts';
import { holdDevice } from './require-device.ts';

/** Ends the secret of before at once; nothing happens where there is none. Throws AppError `deviceNotFound`. */
export async function endOldSecret(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  deviceId: number,
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const { stationId } = await holdDevice(trx, context.actor, deviceId, 'devices.create');
    const ended = await trx
      .updateTable('devices')
      .set(NO_OLD_SECRET)
      .where('id', '=', deviceId)
      .where('oldSecretHash', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (!ended) return;
    const object = { objectType: 'device', objectId: deviceId, stationId } as const;
    await writeAudit(trx, context, { action: 'devices.endOldSecret', ...object });
    await announceChange(trx, { devices: [deviceId] });
  });
  return null;
}

/**
 * Refuses a device until a new secret is made for it: its secret becomes one that nobody knows, so that everything which asks whether the device
 * has a secret of its own goes on. Throws AppError: deviceNotFound, deviceHasNoSecret (its logger speaks for it).
 */
export async function revokeSecret(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  deviceId: number,
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const { stationId, kind } = await holdDevice(trx, context.actor, deviceId, 'devices.create');
    const revoked = await trx
      .updateTable('devices')
      .set({
        ...NO_OLD_SECRET,
        ...storeDeviceSecret(mintDeviceSecret()),
        secretChangedAt: new Date(clock.now()),
        secretRevokedAt: new Date(clock.now()),
        secretRefusals: 0,
        secretRefusedAt: null,
      })
      .where('id', '=', deviceId)
      .$if(kind !== 'logger', (query) => query.where('secretHash', 'is not', null))
      .returning('id')
      .executeTakeFirst();
    if (!revoked) throw new AppError('deviceHasNoSecret');
    const object = { objectType: 'device', objectId: deviceId, stationId } as const;
    await writeAudit(trx, context, { action: 'devices.revokeSecret', ...object });
    await announceChange(trx, { devices: [deviceId] });
  });
  return null;
}
