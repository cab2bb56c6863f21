import type { Permission } from '@sunfleet/contract';
import type { ExpressionBuilder, Transaction } from 'kysely';
import { may, type Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { stationScope } from '../../scope/index.ts';
import { directsLabelShield } from './label-shield-scope.ts';

interface Named {
  id: number;
  permission: Permission;
}

/** A shield that runs, of a station in reach or by a label that the actor directs, held until the transaction ends; undefined where there is none, also where it has ended. */
export function findShield(trx: Transaction<Tables>, actor: Actor, { id, permission }: Named) {
  const scope = stationScope(actor, permission);
  return trx
    .selectFrom('alarmShields as shield')
    .leftJoin('stations', 'stations.id', 'shield.stationId')
    .select([
      'shield.id',
      'shield.stationId',
      'shield.organisationId',
      'shield.code',
      'shield.textKey',
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
}

/** The same. Throws AppError `alarmShieldNotFound` where there is none. */
export async function lockShield(trx: Transaction<Tables>, actor: Actor, named: Named) {
  const row = await findShield(trx, actor, named);
  if (!row) throw new AppError('alarmShieldNotFound', { id: named.id });
  return row;
}
