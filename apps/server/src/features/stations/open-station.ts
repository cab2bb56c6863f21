import type { StationDetail } from '@sunfleet/contract';
import { expressionBuilder, sql } from 'kysely';
import { accessOf, type Actor, type RequestContext } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { getStation } from './get-station.ts';
import { ownStations } from '../scope/index.ts';

const eb = expressionBuilder<Tables, 'stations'>();

/**
 * One station for somebody who opens its page. The visit is recorded for the owner. If that fails, the error is logged and the
 * page opens all the same. Throws AppError `stationNotFound`.
 */
export async function openStation(
  platform: Pick<Platform, 'db' | 'clock' | 'log'>,
  { actor, language }: Pick<RequestContext, 'actor' | 'language'>,
  id: number,
): Promise<StationDetail> {
  const station = await getStation(platform, actor, id, language);
  await noteVisit(platform, actor, station).catch((error: unknown) =>
    platform.log.error({ err: error, stationId: id }, 'a visit was not written down'),
  );
  return station;
}

/** One row a person and local day of the station; the owner and visitors leave none. */
async function noteVisit(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  { id, today }: StationDetail,
): Promise<void> {
  const { userId, kind } = actor;
  if (kind !== 'user' || userId === null) return;
  const { scope } = accessOf(actor);
  const way = sql`CASE WHEN ${ownStations(actor)(eb)} THEN ${scope}::text ELSE 'grant' END`;
  const at = new Date(clock.now());
  await sql`
    INSERT INTO station_visits (station_id, day, user_id, via, first_at, last_at)
    SELECT stations.id, ${today}::date, ${userId}::bigint, ${way}, ${at}::timestamptz, ${at}::timestamptz FROM stations
     WHERE stations.id = ${id} AND stations.owner_id IS DISTINCT FROM ${userId}
    ON CONFLICT (station_id, day, user_id) DO UPDATE
      SET last_at = excluded.last_at, via = excluded.via, views = station_visits.views + 1`.execute(db);
}
