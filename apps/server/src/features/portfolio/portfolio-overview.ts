import { ENVIRONMENT_FACTORS, environmentSavings } from '@sunfleet/analysis';
import {
  DEVICE_STATUSES,
  LIMITS,
  STATION_STATUSES,
  type PortfolioOverview,
  type StationStatus,
  type StationType,
} from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { readStationScope, type StationCondition } from '../scope/index.ts';
import { addedByPeople, EXPECTATION_SUMS, MEASURED_TODAY } from '../stations/index.ts';
import { isDaylight, sunHoursSoFar } from './sun-hours.ts';
import { zonesInTheMorning } from './zones.queries.ts';

/** Stations shown at each end of the ranking. */
const RANKED = 5;
/** Factor set of the savings; its name is shown beside the figures. */
const FACTORS = 'fusionSolar';

/** Sums, counts and ranking over the stations an actor may see. */
export async function portfolioOverview(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
): Promise<PortfolioOverview> {
  const scope = await readStationScope(db, actor);
  const [sums, groups, devices, highest, weakest] = await Promise.all([
    readSums(db, scope),
    readGroups(db, scope),
    readDevices(db, scope),
    best(db, scope),
    worst(db, scope, clock.now()),
  ]);
  const stationStatuses = countsOf(STATION_STATUSES, groups.statuses);
  return {
    ...sums,
    stationStatuses,
    stationTypes: Object.fromEntries(
      groups.types.map(({ type, stations, capacityKw }) => [type, { stations, capacityKw }]),
    ),
    deviceStatuses: countsOf(DEVICE_STATUSES, devices),
    best: highest,
    ...weakest,
    benefit:
      sums.energyTotal === null
        ? null
        : {
            ...environmentSavings(sums.energyTotal, ENVIRONMENT_FACTORS[FACTORS]),
            factors: ENVIRONMENT_FACTORS[FACTORS],
          },
  };
}

function countsOf<Name extends string>(
  names: readonly Name[],
  rows: readonly { name: Name; n: number }[],
): Record<Name, number> {
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  for (const row of rows) counts[row.name] = Number(row.n);
  return counts;
}

const withStates = (db: Db, scope: StationCondition) =>
  db
    .selectFrom('stations')
    .innerJoin('stationStates as state', 'state.stationId', 'stations.id')
    .where(scope);

/** kWh/m² that a sensor must have measured before a ratio to it says anything: at dawn inverters still wait. */
const TELLING_IRRADIATION = 0.25;
/** Stations whose sensor has measured the day so far, and what they gave. */
const MEASURED = sql`FILTER (WHERE state.irradiation_today >= ${sql.lit(TELLING_IRRADIATION)} AND state.energy_today IS NOT NULL)`;

async function readSums(db: Db, scope: StationCondition) {
  const row = await withStates(db, scope)
    .select(({ fn }) => [
      fn.countAll<number>().as('stations'),
      fn.coalesce(fn.sum<number>('stations.capacityKw'), sql<number>`0`).as('capacityKw'),
      fn.sum<number | null>('state.power').as('power'),
      fn.count<number>('state.power').as('powerKnown'),
      fn.sum<number | null>('state.energyToday').as('energyToday'),
      fn.sum<number | null>('state.energyMonth').as('energyMonth'),
      fn.sum<number | null>('state.energyYear').as('energyYear'),
      fn.sum<number | null>('state.energyTotal').as('energyTotal'),
      fn.sum<number | null>('state.correctionToday').as('correctionToday'),
      fn.sum<number | null>('state.correctionMonth').as('correctionMonth'),
      fn.sum<number | null>('state.correctionYear').as('correctionYear'),
      fn.sum<number | null>('state.correctionTotal').as('correctionTotal'),
      EXPECTATION_SUMS.expectedToday.as('expectedToday'),
      EXPECTATION_SUMS.energyOfExpected.as('energyOfExpected'),
      EXPECTATION_SUMS.lostToday.as('lostToday'),
      sql<number>`count(*) ${MEASURED}`.as('measured'),
      sql<
        number | null
      >`sum(${sql.raw(MEASURED_TODAY)}) ${MEASURED} / nullif(sum(stations.capacity_kw * state.irradiation_today) ${MEASURED}, 0)`.as(
        'performanceRatio',
      ),
      fn.coalesce(fn.sum<number>('state.devicesOnline'), sql<number>`0`).as('devicesOnline'),
      fn.coalesce(fn.sum<number>('state.devicesTotal'), sql<number>`0`).as('devicesTotal'),
      fn.coalesce(fn.sum<number>('state.alarmsEmergency'), sql<number>`0`).as('emergency'),
      fn.coalesce(fn.sum<number>('state.alarmsGeneral'), sql<number>`0`).as('general'),
      fn.coalesce(fn.sum<number>('state.alarmsTip'), sql<number>`0`).as('tip'),
    ])
    .executeTakeFirstOrThrow();
  const { emergency, general, tip, devicesOnline, devicesTotal, ...rest } = row;
  const { correctionToday, correctionMonth, correctionYear, correctionTotal, ...sums } = rest;
  return {
    ...sums,
    ...addedByPeople({ correctionToday, correctionMonth, correctionYear, correctionTotal }),
    devicesOnline: Number(devicesOnline),
    devicesTotal: Number(devicesTotal),
    alarms: { emergency: Number(emergency), general: Number(general), tip: Number(tip) },
  };
}

async function readGroups(db: Db, scope: StationCondition) {
  const rows = await withStates(db, scope)
    .select(({ fn }) => [
      'state.status',
      'stations.type',
      fn.countAll<number>().as('n'),
      fn.sum<number>('stations.capacityKw').as('capacityKw'),
    ])
    .groupBy(['state.status', 'stations.type'])
    .execute();
  const statuses = new Map<StationStatus, number>();
  const types = new Map<StationType, { stations: number; capacityKw: number }>();
  for (const { status, type, n, capacityKw } of rows) {
    statuses.set(status, (statuses.get(status) ?? 0) + n);
    const known = types.get(type) ?? { stations: 0, capacityKw: 0 };
    types.set(type, { stations: known.stations + n, capacityKw: known.capacityKw + capacityKw });
  }
  return {
    statuses: [...statuses].map(([name, n]) => ({ name, n })),
    types: [...types].map(([type, sums]) => ({ type, ...sums })),
  };
}

async function readDevices(db: Db, scope: StationCondition) {
  return db
    .selectFrom('devices')
    .innerJoin('stations', 'stations.id', 'devices.stationId')
    .innerJoin('deviceStates', 'deviceStates.deviceId', 'devices.id')
    .where(scope)
    .select(({ fn }) => ['deviceStates.status as name', fn.countAll<number>().as('n')])
    .groupBy('deviceStates.status')
    .execute();
}

/** Full-load hours of today, h: energy by nameplate power. */
const HOURS = sql<number>`${sql.raw(MEASURED_TODAY)} / nullif(stations.capacity_kw, 0)`;
/** What a station gave today of what it should have given. */
const SHARE = sql<number | null>`${sql.raw(MEASURED_TODAY)} / nullif(state.expected_today, 0)`;
/** Hours of sun a day must have had before what came of it says anything. */
const TELLING_HOURS = 1;

/** A station whose energy is not known is in no ranking. */
const ranked = (db: Db, scope: StationCondition) =>
  withStates(db, scope)
    .select(['stations.id', 'stations.name', HOURS.as('hours'), SHARE.as('share')])
    .where('state.energyToday', 'is not', null)
    .where('stations.capacityKw', '>', 0)
    .where('state.communication', '<>', 'never')
    .limit(RANKED);

const best = (db: Db, scope: StationCondition) =>
  ranked(db, scope).orderBy(HOURS, 'desc').orderBy('stations.id').execute();

/**
 * By what they should have given until now, of those in daylight: night and early morning make nobody weak, and neither does a place at
 * the end of a list of stations that all gave what they should.
 */
async function worst(db: Db, scope: StationCondition, now: number) {
  const early = await zonesInTheMorning(db, now);
  const rows = await ranked(db, scope)
    .select(sql<string>`count(*) over ()`.as('judged'))
    .where(isDaylight(now), '=', true)
    .where(sunHoursSoFar(now), '>=', TELLING_HOURS)
    .where(sql<boolean>`stations.time_zone <> ALL(${early}::text[])`, '=', true)
    .where(SHARE, 'is not', null)
    .orderBy(SHARE)
    .orderBy('stations.id')
    .execute();
  return {
    judged: Number(rows[0]?.judged ?? 0),
    worst: rows
      // In whole percent, as it is shown: "95 %" stands in no list of those below 95 %.
      .filter(({ share }) => Math.round(100 * (share ?? 1)) < 100 * LIMITS.weakBelow)
      .map(({ id, name, hours, share }) => ({ id, name, hours, share })),
  };
}
