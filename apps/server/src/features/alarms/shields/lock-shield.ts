import type { Permission } from '@sunfleet/contract';
import type { ExpressionBuilder, Transaction } from 'kysely';
import { may, type Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { stationScope } from '../../scope/index.ts';
import { directsLabelShield } from './label-shield-scope.ts';

/** A shield that runs, of a station in reach or by a label that the actor directs, held until the transaction ends. Throws AppError `alarmShieldNotFound`, also where it has ended. */
export async function lockShield(
  trx: Transaction<Tables>,
  actor: Actor,
  { id, permission }: { id: number; permission: Permission },
) {
  const scope = stationScope(actor, permission);
  const row = await trx
    .selectFrom('alarmShields as shield')
    .leftJoin('stations', 'stations.id', 'shield.stationId')
    .select([
      'shield.id',
      'shield.stationId',
      'shield.organisationId',
      'shield.code',
      'shield.deviceId',
      'shield.until',
    ])
    .where('shield.id', '=', id)
    .where('shield.endedAt', 'is', null)
    .where((eb) =>
      eb.or([
        scope(eb as unknown as ExpressionBuilder<Tables, 'stations'>),
        ...(may(actor, permission) ? [directsLabelShield(actor, 'shield')] : []),
      ]),
    )
    .forNoKeyUpdate('shield')
    .executeTakeFirst();
  if (!row) throw new AppError('alarmShieldNotFound', { id });
  return row;
}
