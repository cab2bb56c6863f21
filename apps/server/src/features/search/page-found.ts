import type { FoundKind, FoundPage, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { readDeviceScope } from '../scope/index.ts';
import { readScoped, stationCondition } from '../stations/index.ts';
import { countAlarms, findAlarms } from './find-alarms.queries.ts';
import { countDevices, devicesFound, findDevices } from './find-devices.queries.ts';
import {
  countLabels,
  countOrganisations,
  findLabels,
  findOrganisations,
  pagePeople,
} from './find-names.queries.ts';
import { pageStations } from './page-stations.queries.ts';
import type { Search } from './search.ts';

type Query = RouteRequest<(typeof routes)['pageFound']>['query'];

/** All that the actor may see of that name: how many of each kind, and a page of one kind or the first rows of every kind. */
export async function pageFound(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { q, kind, page, pageSize }: Query,
): Promise<FoundPage> {
  const scoped = await readScoped(db, actor, {});
  const isShown = (of: FoundKind) => kind === undefined || kind === of;
  const search: Search = { q, most: pageSize, page: kind === undefined ? 1 : page };
  const [stations, people, devices, organisations, labels] = await Promise.all([
    pageStations(db, scoped, isShown('stations') ? search : { ...search, page: 1 }),
    pagePeople(db, actor, search),
    isShown('devices') ? findDevices(db, actor, search) : [],
    isShown('organisations') ? findOrganisations(db, actor, search) : [],
    isShown('labels') ? findLabels(db, actor, search) : [],
  ]);
  const deviceScope = await readDeviceScope(db, actor);
  const devicesOfName = devicesFound(db, { actor, q, scope: deviceScope }).select('devices.id');
  const containing = db.selectFrom('stations').select('stations.id').where(stationCondition(scoped, { q }));
  const of = sql<SqlBool>`(alarms.station_id IN (${containing}) OR alarms.station_id = ANY(${[...stations.near]}::bigint[])
    OR alarms.device_id IN (${devicesOfName}))`;
  const [alarms, openAlarms, devicesInAll, organisationsInAll, labelsInAll] = await Promise.all([
    isShown('alarms') ? findAlarms(db, actor, { ...search, of }) : [],
    countAlarms(db, actor, { q, of }),
    countDevices(db, actor, q),
    countOrganisations(db, actor, q),
    countLabels(db, actor, q),
  ]);
  return {
    stations: isShown('stations') ? stations.rows : [],
    devices,
    alarms,
    people: isShown('people') ? people.rows : [],
    organisations,
    labels,
    counts: {
      stations: stations.total,
      devices: devicesInAll,
      alarms: openAlarms,
      people: people.total,
      organisations: organisationsInAll,
      labels: labelsInAll,
    },
  };
}
