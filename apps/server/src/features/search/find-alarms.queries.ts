import type { Found } from '@sunfleet/contract';
import type { RawBuilder, SqlBool } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { onPage } from '../../platform/postgres/list-query.ts';
import { LEVEL_RANK } from '../alarms/index.ts';
import { readStationScope } from '../scope/index.ts';
import type { Search } from './search.ts';

interface AlarmSearch extends Search {
  /** Condition that an alarm is of a station or a device that was found. */
  of: RawBuilder<SqlBool>;
}

/** Open alarms of stations and devices that were found, and those of this code, the worst and newest first. */
export async function findAlarms(
  db: Db,
  actor: Actor,
  { q, most, page = 1, of }: AlarmSearch,
): Promise<Found['alarms']> {
  if (!may(actor, 'alarms.view')) return [];
  const found = await alarmsFound(db, actor, { q, of });
  const rows = await found
    .select(['alarms.id', 'alarms.level', 'alarms.textKey', 'alarms.code', 'alarms.beganAt'])
    .select(['stations.id as stationId', 'stations.name as stationName', 'stations.timeZone'])
    .orderBy(LEVEL_RANK, 'desc')
    .orderBy('alarms.beganAt', 'desc')
    .orderBy('alarms.id')
    .$call(onPage({ page, pageSize: most }))
    .execute();
  return rows.map(({ stationId, stationName, timeZone, beganAt, ...row }) => ({
    ...row,
    beganAt: beganAt.getTime(),
    station: { id: stationId, name: stationName, timeZone },
  }));
}

/** How many of them there are. */
export async function countAlarms(db: Db, actor: Actor, search: Omit<AlarmSearch, 'most'>): Promise<number> {
  if (!may(actor, 'alarms.view')) return 0;
  const found = await alarmsFound(db, actor, search);
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

async function alarmsFound(db: Db, actor: Actor, { q, of }: Omit<AlarmSearch, 'most'>) {
  const scope = await readStationScope(db, actor, 'alarms.view');
  return db
    .selectFrom('alarms')
    .innerJoin('stations', 'stations.id', 'alarms.stationId')
    .where('alarms.recoveredAt', 'is', null)
    .where((eb) => eb.or([of, eb('alarms.code', '=', q)]))
    .where(scope);
}
