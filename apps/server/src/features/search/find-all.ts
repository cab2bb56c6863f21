import type { Found } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAlarms } from './find-alarms.queries.ts';
import { findDevices } from './find-devices.queries.ts';
import { findLabels, findOrganisations, findPeople } from './find-names.queries.ts';
import { findStations } from './find-stations.queries.ts';
import type { Search } from './search.ts';

/** Everything of that name that the actor may see, the nearest first in each kind. */
export async function findAll({ db }: Pick<Platform, 'db'>, actor: Actor, search: Search): Promise<Found> {
  const [stations, devices, people, organisations, labels] = await Promise.all([
    findStations(db, actor, search),
    findDevices(db, actor, search),
    findPeople(db, actor, search),
    findOrganisations(db, actor, search),
    findLabels(db, actor, search),
  ]);
  const ids = (rows: readonly { id: number }[]) => sql`${rows.map(({ id }) => id)}::bigint[]`;
  const of = sql<SqlBool>`(alarms.station_id = ANY(${ids(stations)}) OR alarms.device_id = ANY(${ids(devices)}))`;
  const alarms = await findAlarms(db, actor, { ...search, of });
  return { stations, devices, alarms, people, organisations, labels };
}
