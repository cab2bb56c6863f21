import type { Found } from '@sunfleet/contract';
import { sql } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { LEVEL_RANK } from '../alarms/index.ts';
import { readStationScope } from '../scope/index.ts';
import type { Search } from './search.ts';

interface AlarmSearch extends Search {
  /** Ids of what was found. */
  of: { stations: readonly number[]; devices: readonly number[] };
}

/** Open alarms of stations and devices that were found, and those of this code, the worst and newest first. */
export async function findAlarms(
  db: Db,
  actor: Actor,
  { q, most, of }: AlarmSearch,
): Promise<Found['alarms']> {
  if (!may(actor, 'alarms.view')) return [];
  const rows = await db
    .selectFrom('alarms')
    .innerJoin('stations', 'stations.id', 'alarms.stationId')
    .select(['alarms.id', 'alarms.level', 'alarms.textKey', 'alarms.code', 'alarms.beganAt'])
    .select(['stations.id as stationId', 'stations.name as stationName', 'stations.timeZone'])
    .where('alarms.recoveredAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('alarms.stationId', '=', sql<number>`ANY(${of.stations}::bigint[])`),
        eb('alarms.deviceId', '=', sql<number>`ANY(${of.devices}::bigint[])`),
        eb('alarms.code', '=', q),
      ]),
    )
    .where(await readStationScope(db, actor, 'alarms.view'))
    .orderBy(LEVEL_RANK, 'desc')
    .orderBy('alarms.beganAt', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ stationId, stationName, timeZone, beganAt, ...row }) => ({
    ...row,
    beganAt: beganAt.getTime(),
    station: { id: stationId, name: stationName, timeZone },
  }));
}
