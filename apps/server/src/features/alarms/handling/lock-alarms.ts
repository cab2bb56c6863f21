import { LIMITS, type Permission } from '@sunfleet/contract';
import { type RawBuilder, sql, type SqlBool, type Transaction } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { stationScope } from '../../scope/index.ts';

const HAS_ROOM = sql<SqlBool>`(SELECT count(*) FROM alarm_steps WHERE alarm_id = alarms.id) < ${sql.lit(LIMITS.alarmSteps)}`;

interface Named {
  ids: readonly number[];
  permission: Permission;
}

/** Alarms that the actor may do something about, among those of the ids. */
function ofActor(db: Db, actor: Actor, { ids, permission }: Named) {
  return db
    .selectFrom('alarms')
    .innerJoin('stations', 'stations.id', 'alarms.stationId')
    .where('alarms.id', 'in', [...new Set(ids)])
    .where(stationScope(actor, permission));
}

/** One of them, and its station. Throws AppError `alarmNotFound`, also where the alarm is of a device that has no station. */
export async function requireAlarm(
  db: Db,
  actor: Actor,
  { id, permission }: { id: number; permission: Permission },
) {
  const row = await ofActor(db, actor, { ids: [id], permission })
    .select(['alarms.id', 'alarms.code', 'alarms.textKey', 'alarms.level', 'alarms.deviceId'])
    .select('stations.id as stationId')
    .executeTakeFirst();
  if (!row) throw new AppError('alarmNotFound', { id });
  return row;
}

/** Ids of those that the actor may do this about. Throws AppError `alarmNotFound` where there is none. */
export async function requireAlarms(db: Db, actor: Actor, named: Named): Promise<number[]> {
  const rows = await ofActor(db, actor, named).select('alarms.id').execute();
  if (rows.length === 0) throw new AppError('alarmNotFound', { id: named.ids[0]! });
  return rows.map(({ id }) => id);
}

/**
 * Keeps the stations of alarms that the actor may do this about from going to somebody else until the transaction ends. Whoever gave one away at this
 * moment is judged by the next statement.
 */
export async function holdStationsOf(trx: Transaction<Tables>, actor: Actor, named: Named): Promise<void> {
  await ofActor(trx, actor, named)
    .select('stations.id')
    .orderBy('stations.id')
    .forShare('stations')
    .execute();
}

/**
 * Those of the alarms for which the condition holds and whose story has room for a further step, held until the transaction ends. Throws AppError
 * `alarmNotFound` where the actor may do this about none of the ids, whatever the condition says.
 */
export async function lockAlarms(
  trx: Transaction<Tables>,
  actor: Actor,
  { condition, ...named }: Named & { condition: RawBuilder<SqlBool> },
) {
  await holdStationsOf(trx, actor, named);
  const rows = await ofActor(trx, actor, named)
    .select(['alarms.id', 'alarms.handling', 'alarms.deviceId', 'alarms.recoveredAt'])
    .select('stations.id as stationId')
    .where(condition)
    .where(HAS_ROOM)
    .orderBy('alarms.id')
    .forNoKeyUpdate('alarms')
    .execute();
  if (rows.length > 0) return rows;
  await requireAlarms(trx, actor, named);
  return [];
}
