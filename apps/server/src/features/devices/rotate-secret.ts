import type { RequestContext } from '../../platform/actor.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { renewSecret } from './renew-secret.ts';
import { holdDevice } from './require-device.ts';

/**
 * Makes a new secret for a device and answers it once. The device gets it over its own connection, and the one of before lets it in until it
 * uses the new one. Throws AppError: deviceNotFound, deviceHasNoSecret (its logger speaks for it).
 */
export async function rotateSecret(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: RequestContext,
  deviceId: number,
): Promise<{ secret: string; oldUntil: number | null }> {
  return platform.db.transaction().execute(async (trx) => {
    await holdCaller(trx, context.actor);
    await holdDevice(trx, context.actor, deviceId, 'devices.create');
    const before = await trx
      .selectFrom('devices')
      .select(['secretHash', 'parentId'])
      .where('id', '=', deviceId)
      .executeTakeFirstOrThrow();
    if (before.secretHash === null && before.parentId !== null) throw new AppError('deviceHasNoSecret');
    const renewal = { why: 'rotated', overlap: true } as const;
    const secret = await renewSecret(trx, { platform, context }, deviceId, renewal);
    await announceChange(trx, { devices: [deviceId] });
    const { oldSecretUntil } = await trx
      .selectFrom('devices')
      .select('oldSecretUntil')
      .where('id', '=', deviceId)
      .executeTakeFirstOrThrow();
    return { secret, oldUntil: oldSecretUntil?.getTime() ?? null };
  });
}
