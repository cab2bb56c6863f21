import type { Selectable, Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DevicesTable } from '../../platform/postgres/tables/devices.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { mintDeviceSecret, storeDeviceSecret } from './device-secret.ts';

/** Why a secret is renewed; it stands in the audit log. */
export type RenewalReason = 'bound' | 'ownerChanged' | 'stationChanged' | 'rotated';

interface Renewal {
  why: RenewalReason;
  /**
   * The secret of before lets its device in until the device uses the new one, for a week at most, and the new one is handed over to the device.
   * Without it the one of before ends at once.
   */
  overlap: boolean;
}

/** How long the secret of before is accepted at most. */
const OVERLAP_MS = 7 * 86_400_000;

type SecretParts = Pick<Platform, 'clock' | 'config'>;

/** With what, and in whose name, a secret is renewed. */
export interface Renewer {
  platform: SecretParts;
  context: Pick<RequestContext, 'actor' | 'address' | 'written'>;
}

type Row = Selectable<DevicesTable>;

/**
 * Gives a device a new secret and answers it, once: nothing shows it again. A revoked device may sign in again with the new one. In a
 * transaction of the caller, who announces that the device changed; connections that stand by a secret which ended are closed then.
 */
export async function renewSecret(
  trx: Transaction<Tables>,
  { platform, context }: Renewer,
  deviceId: number,
  { why, overlap }: Renewal,
): Promise<string> {
  const now = platform.clock.now();
  const device = await trx
    .selectFrom('devices')
    .selectAll()
    .where('id', '=', deviceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const secret = mintDeviceSecret();
  const old = overlap ? secretToKeep(device, now) : undefined;
  const pendingSecret = old
    ? await createSecretBox(platform.config).seal(secret, sealedForDevice(deviceId))
    : null;
  await trx
    .updateTable('devices')
    .set({
      ...NO_OLD_SECRET,
      ...old,
      ...storeDeviceSecret(secret),
      pendingSecret,
      secretChangedAt: new Date(now),
      secretRevokedAt: null,
      secretRefusals: 0,
      secretRefusedAt: null,
    })
    .where('id', '=', deviceId)
    .execute();
  await writeAudit(trx, context, {
    action: 'devices.renewSecret',
    objectType: 'device',
    objectId: deviceId,
    stationId: device.stationId,
    after: { reason: why, oldSecretEndsAt: old?.oldSecretUntil ?? null },
  });
  return secret;
}

/** The purpose for which a device's new secret is sealed. */
export function sealedForDevice(deviceId: number): string {
  return `device secret:${deviceId}`;
}

/** Columns of a device that has one secret and nothing to be handed over. */
export const NO_OLD_SECRET = {
  oldSecretHash: null,
  oldSecretSalt: null,
  oldSecretUntil: null,
  earlierSecretHash: null,
  earlierSecretSalt: null,
  pendingSecret: null,
  secretHandedTo: null,
} as const;

/** Columns of a device that has no secret, and of which nothing is known of earlier ones. */
export const NO_SECRET = {
  ...NO_OLD_SECRET,
  secretHash: null,
  secretSalt: null,
  secretChangedAt: null,
  secretRevokedAt: null,
  secretRefusals: 0,
  secretRefusedAt: null,
} as const;

/**
 * The secret that the device uses now or next. That is the one of before while the newest was not handed over yet: then it goes on, and no longer
 * than it would have. Where the newest was handed over and the device has not said or shown that it has it, that may have been lost on the way: the
 * last one that the device proved goes on beside it. A revoked device uses none.
 */
function secretToKeep(device: Row, now: number) {
  const { secretHash, secretSalt, oldSecretHash, oldSecretSalt, oldSecretUntil } = device;
  const { earlierSecretHash, earlierSecretSalt } = device;
  if (device.secretRevokedAt !== null || secretHash === null) return undefined;
  if (device.pendingSecret === null || oldSecretUntil === null || oldSecretUntil.getTime() <= now)
    return {
      oldSecretHash: secretHash,
      oldSecretSalt: secretSalt,
      oldSecretUntil: new Date(now + OVERLAP_MS),
    };
  if (device.secretHandedTo === null)
    return { oldSecretHash, oldSecretSalt, oldSecretUntil, earlierSecretHash, earlierSecretSalt };
  return {
    oldSecretHash: secretHash,
    oldSecretSalt: secretSalt,
    oldSecretUntil,
    earlierSecretHash: earlierSecretHash ?? oldSecretHash,
    earlierSecretSalt: earlierSecretSalt ?? oldSecretSalt,
  };
}
