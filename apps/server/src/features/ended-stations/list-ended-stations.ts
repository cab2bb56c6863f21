import { type EndedStation, LIMITS } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { endedStationScope } from '../scope/index.ts';

const MOST = 200;

/** Stations that were ended and that the actor could bring back, the newest first. */
export async function listEndedStations({ db }: Pick<Platform, 'db'>, actor: Actor): Promise<EndedStation[]> {
  const rows = await db
    .selectFrom('stations')
    .innerJoin('organisations', 'organisations.id', 'stations.organisationId')
    .leftJoin('users', 'users.id', 'stations.endedBy')
    .select(['stations.id', 'stations.name', 'stations.type', 'stations.capacityKw', 'stations.endedAt'])
    .select(['organisations.name as organisation', 'users.name as endedBy'])
    .where(endedStationScope(actor, 'stations.delete'))
    .orderBy('stations.endedAt', 'desc')
    .orderBy('stations.id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ endedAt, ...row }) => {
    const at = endedAt!.getTime();
    return { ...row, endedAt: at, goneAt: at + LIMITS.endedStationMs };
  });
}
