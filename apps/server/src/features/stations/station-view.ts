import type { LabelTag, Language, StationLive, StationRow } from '@sunfleet/contract';
import type { Mask } from '../accounts/index.ts';
import { addedByPeople } from './added-by-people.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { isConfigured } from './station-filter.ts';

/** Stations joined with what a row of a list shows: state, owner, organisation. */
export function stationsWithState(db: Db) {
  return db
    .selectFrom('stations')
    .innerJoin('stationStates as state', 'state.stationId', 'stations.id')
    .leftJoin('users as owner', 'owner.id', 'stations.ownerId')
    .innerJoin('organisations', 'organisations.id', 'stations.organisationId')
    .selectAll('stations')
    .select([
      'owner.name as ownerName',
      'owner.phone as ownerPhone',
      'organisations.name as organisationName',
      'state.status',
      'state.communication',
      'state.runMode',
      'state.power',
      'state.load',
      'state.grid',
      'state.battery',
      'state.soc',
      'state.irradiance',
      'state.energyToday',
      'state.energyMonth',
      'state.energyYear',
      'state.energyTotal',
      'state.correctionToday',
      'state.correctionMonth',
      'state.correctionYear',
      'state.correctionTotal',
      'state.expectedToday',
      'state.expectedBy',
      'state.irradiationToday',
      'state.signal',
      'state.devicesOnline',
      'state.devicesTotal',
      'state.alarmsEmergency',
      'state.alarmsGeneral',
      'state.alarmsTip',
      'state.lastDataAt',
      isConfigured.as('configured'),
    ]);
}

export type StationWithState = Awaited<
  ReturnType<ReturnType<typeof stationsWithState>['executeTakeFirstOrThrow']>
>;

interface RowContext {
  mask: Mask;
  labels: ReadonlyMap<number, LabelTag[]>;
  /** Ids of stations that the reader marked. */
  favourites: ReadonlySet<number>;
  /** Of the place; absent: as most call it. */
  language?: Language | undefined;
}

export function toStationRow(
  row: StationWithState,
  { mask, labels, favourites, language }: RowContext,
): StationRow {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    capacityKw: row.capacityKw,
    batteryKwh: row.batteryKwh,
    timeZone: row.timeZone,
    country: row.country,
    address: mask.address(row.address),
    place: placeOf(row, language),
    owner: mask.person(row.ownerName),
    organisation: mask.person(row.organisationName),
    gridConnectedOn: row.gridConnectedOn,
    shared: row.shared,
    configured: row.configured,
    labels: labels.get(row.id) ?? [],
    favourite: favourites.has(row.id),
    live: toStationLive(row),
  };
}

/** Where it stands, in the words of a language. */
function placeOf(row: StationWithState, language: Language | undefined): StationRow['place'] {
  const country = row.country ?? row.townCountry;
  if (row.town === null && row.region === null && country === null) return null;
  const [town, region] = (language && row.placeNames?.[language]) ?? [row.town, row.region];
  return { town, region, country };
}

function toStationLive(row: StationWithState): StationLive {
  return {
    stationId: row.id,
    status: row.status,
    communication: row.communication,
    runMode: row.runMode,
    power: row.power,
    load: row.load,
    grid: row.grid,
    battery: row.battery,
    soc: row.soc,
    irradiance: row.irradiance,
    energyToday: row.energyToday,
    energyMonth: row.energyMonth,
    energyYear: row.energyYear,
    energyTotal: row.energyTotal,
    ...addedByPeople(row),
    expectedToday: row.expectedToday,
    expectedBy: row.expectedBy,
    irradiationToday: row.irradiationToday,
    signal: row.signal,
    devicesOnline: row.devicesOnline,
    devicesTotal: row.devicesTotal,
    alarms: { emergency: row.alarmsEmergency, general: row.alarmsGeneral, tip: row.alarmsTip },
    lastDataAt: row.lastDataAt?.getTime() ?? null,
  };
}
