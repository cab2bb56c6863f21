import type { Permission } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { stationScope } from '../../scope/index.ts';

/** A shield that runs, held until the transaction ends. Throws AppError `alarmShieldNotFound`, also where it has ended. */
export async function lockShield(
  trx: Transaction<Tables>,
  actor: Actor,
  { id, permission }: { id: number; permission: Permission },
) {
  const row = await trx
    .selectFrom('alarmShields as shield')
    .innerJoin('stations', 'stations.id', 'shield.stationId')
    .select(['shield.id', 'shield.stationId', 'shield.code', 'shield.deviceId', 'shield.until'])
    .where('shield.id', '=', id)
    .where('shield.endedAt', 'is', null)
    .where(stationScope(actor, permission))
    .forNoKeyUpdate('shield')
    .executeTakeFirst();
  if (!row) throw new AppError('alarmShieldNotFound', { id });
  return row;
}
