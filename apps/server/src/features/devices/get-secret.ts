import type { DeviceSecretState, SecretDelivery } from '@sunfleet/contract';
import type { Selectable } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DevicesTable } from '../../platform/postgres/tables/devices.ts';
import { requireDevice } from './require-device.ts';

type Row = Selectable<DevicesTable>;

/** How the secret of a device stands. Throws AppError `deviceNotFound` for one on which the actor may not add devices. */
export async function getSecret(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  deviceId: number,
): Promise<DeviceSecretState> {
  await requireDevice(db, actor, deviceId, 'devices.create');
  const row = await db.selectFrom('devices').selectAll().where('id', '=', deviceId).executeTakeFirstOrThrow();
  const changing = row.oldSecretUntil !== null && row.oldSecretUntil.getTime() > clock.now();
  return {
    state: stateOf(row, changing),
    changedAt: row.secretChangedAt?.getTime() ?? null,
    oldUntil: changing ? row.oldSecretUntil!.getTime() : null,
    delivery: changing ? deliveryOf(row) : null,
    handedTo: changing ? row.secretHandedTo : null,
    refusals: row.secretRefusals,
    refusedAt: row.secretRefusedAt?.getTime() ?? null,
  };
}

function stateOf({ secretHash, secretRevokedAt }: Row, changing: boolean): DeviceSecretState['state'] {
  if (secretRevokedAt !== null) return 'revoked';
  if (secretHash === null) return 'none';
  return changing ? 'changing' : 'good';
}

function deliveryOf({ pendingSecret, secretHandedTo }: Row): SecretDelivery {
  if (pendingSecret === null) return 'kept';
  return secretHandedTo === null ? 'waiting' : 'handed';
}
