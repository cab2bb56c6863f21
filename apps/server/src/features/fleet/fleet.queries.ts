import type { EnergyCorrection } from '@sunfleet/analysis';
import { sql } from 'kysely';
import { inPages } from '../../platform/pages.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { FleetEntry, OldSecret } from './fleet-index.ts';
import type { DesignPlanes, FleetStation } from './fleet.ts';
import { HeldSecret } from './held-secret.ts';

export interface EntryFilter {
  ids?: readonly number[];
  sns?: readonly string[];
}

/** Entries of the devices that a filter names. */
export async function readEntries(db: Db, filter: EntryFilter): Promise<FleetEntry[]> {
  return (await selectEntries(db, filter).execute()).map(toEntry);
}

/** Entries of all devices. */
export async function* readAllEntries(db: Db, pageRows?: number): AsyncGenerator<FleetEntry[]> {
  const pages = inPages(
    (after, limit) =>
      selectEntries(db, {}).where('devices.id', '>', after).orderBy('devices.id').limit(limit).execute(),
    ({ id }) => id,
    pageRows,
  );
  for await (const rows of pages) yield rows.map(toEntry);
}

function selectEntries(db: Db, { ids, sns }: EntryFilter) {
  return db
    .selectFrom('devices')
    .leftJoin('organisations', 'organisations.id', 'devices.organisationId')
    .leftJoin('stations', 'stations.id', 'devices.stationId')
    .leftJoin('devicesToForget as left', 'left.deviceId', 'devices.id')
    .select(['devices.id', 'devices.sn', 'devices.kind', 'devices.profileId', 'devices.stationId'])
    .select(['devices.meterRole', 'devices.ratedPower', 'devices.organisationId', 'devices.firstSeenAt'])
    .select(['devices.energyOffset', 'devices.parentId', 'devices.uploadIntervalSeconds', 'left.keptFrom'])
    .select(['devices.secretHash', 'devices.secretSalt', 'devices.loggerSpeaks', 'stations.timeZone'])
    .select(['devices.oldSecretHash', 'devices.oldSecretSalt', 'devices.oldSecretUntil'])
    .select(['devices.earlierSecretHash', 'devices.earlierSecretSalt'])
    .select([
      'devices.pendingSecret',
      'devices.secretHandedTo',
      'devices.secretRevokedAt',
      'devices.blockedAt',
    ])
    .select(sql<boolean>`devices.claim_salt IS NOT DISTINCT FROM devices.secret_salt`.as('claimKnown'))
    .select(['devices.foundBy', 'devices.foundFrom', 'organisations.code as organisationCode'])
    .$if(ids !== undefined, (query) => query.where('devices.id', '=', sql<number>`ANY(${ids})`))
    .$if(sns !== undefined, (query) => query.where('devices.sn', '=', sql<string>`ANY(${sns})`));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number];

function toEntry(row: Row): FleetEntry {
  const { id, sn, kind, profileId, organisationCode, stationId, parentId, meterRole, ratedPower } = row;
  const { secretHash, secretSalt, uploadIntervalSeconds } = row;
  return {
    device: {
      id,
      sn,
      kind,
      profileId,
      organisationCode,
      stationId,
      parentId,
      timeZone: row.timeZone ?? 'UTC',
      meterRole,
      ratedPower,
      interval: uploadIntervalSeconds === null ? null : uploadIntervalSeconds * 1000,
      ...(row.energyOffset ? { energyOffset: row.energyOffset } : {}),
      ...(row.keptFrom ? { measuredSince: row.keptFrom.getTime() } : {}),
    },
    organisationId: row.organisationId,
    secret: secretHash && secretSalt ? new HeldSecret(secretHash, secretSalt) : undefined,
    oldSecret: oldSecretOf(row),
    revoked: row.secretRevokedAt !== null || row.blockedAt !== null,
    blocked: row.blockedAt !== null,
    claimKnown: row.claimKnown,
    loggerSpeaks: row.loggerSpeaks,
    firstSeenAt: row.firstSeenAt?.getTime(),
    found:
      row.foundBy !== null && row.organisationId === null
        ? { gateway: row.foundBy, site: row.foundFrom }
        : undefined,
  };
}

function oldSecretOf(row: Row): OldSecret | undefined {
  const { oldSecretHash, oldSecretSalt, oldSecretUntil, pendingSecret } = row;
  const { earlierSecretHash, earlierSecretSalt } = row;
  if (!oldSecretHash || !oldSecretSalt || !oldSecretUntil) return undefined;
  return {
    secretHash: Buffer.from(oldSecretHash),
    secretSalt: Buffer.from(oldSecretSalt),
    until: oldSecretUntil.getTime(),
    pending: pendingSecret && Buffer.from(pendingSecret),
    handedTo: row.secretHandedTo,
    earlier:
      earlierSecretHash && earlierSecretSalt
        ? new HeldSecret(earlierSecretHash, earlierSecretSalt)
        : undefined,
  };
}

/** The stations named. */
export function readStations(db: Db, ids: readonly number[]): Promise<FleetStation[]> {
  return selectStations(db)
    .where('stations.id', '=', sql<number>`ANY(${ids})`)
    .execute();
}

/** All stations. */
export function readAllStations(db: Db, pageRows?: number): AsyncGenerator<FleetStation[]> {
  return inPages(
    (after, limit) =>
      selectStations(db).where('stations.id', '>', after).orderBy('stations.id').limit(limit).execute(),
    ({ id }) => id,
    pageRows,
  );
}

/** What counts still, in one value: few stations have any. */
const CORRECTIONS = sql<readonly EnergyCorrection[] | null>`(
  SELECT jsonb_agg(jsonb_build_object('from', from_day, 'to', CASE WHEN kind = 'days' THEN to_day END, 'kwh', kwh, 'inTotal', in_total))
    FROM energy_corrections WHERE station_id = stations.id AND removed_at IS NULL)`;

/** What modules that are alike have in common, by the name of its list. */
const ALIKE = ['tilt', 'azimuth', 'albedo', 'slant', 'spacing', 'height', 'bifacial'];
const number = (name: string) => sql`(one ->> ${sql.lit(name)})::float8 AS ${sql.id(name)}`;
const list = (name: string) => sql`${sql.lit(name)}, jsonb_agg(${sql.id(name)} ORDER BY first)`;

/** Rated power and efficiency of all inverters of a version, where all of them tell it. */
const INVERTERS = sql`(
  SELECT CASE WHEN count(*) = count(power) AND count(*) > 0 THEN jsonb_build_object('acPower', sum(power), 'efficiency',
           CASE WHEN count(*) = count(efficiency) THEN sum(efficiency * power) / sum(power) END,
           'sandia', CASE WHEN count(*) = count(curve) THEN jsonb_agg(curve) END) END
    FROM (SELECT (one #>> '{type,acPower}')::float8 AS power, (one #>> '{type,efficiency}')::float8 AS efficiency,
                 nullif(one #> '{type,sandia}', 'null') AS curve
            FROM jsonb_array_elements(version -> 'inverters') AS one) AS told)`;

/** Put together and cut to what models need here: a design has hundreds of arrays with names, and a server holds all designs. */
const DESIGN = sql<readonly DesignPlanes[] | null>`(
  SELECT jsonb_agg(planes || jsonb_build_object('from', version -> 'from', 'inverters', ${INVERTERS}, 'horizon', CASE jsonb_typeof(version -> 'horizon')
      WHEN 'array' THEN jsonb_build_object('azimuth', jsonb_path_query_array(version, '$.horizon[*].azimuth'),
        'elevation', jsonb_path_query_array(version, '$.horizon[*].elevation')) END) ORDER BY at)
    FROM jsonb_array_elements(station_designs.versions) WITH ORDINALITY AS versions (version, at)
    CROSS JOIN LATERAL (
      SELECT jsonb_build_object(${sql.join([...ALIKE, 'temperatureCoefficient', 'diode', 'power', 'share'].map(list))}) AS planes
        FROM (
          SELECT ${sql.join(ALIKE.map(number))}, (one #>> '{module,temperatureCoefficient}')::float8 AS ${sql.id('temperatureCoefficient')},
                 nullif(one #> '{module,diode}', 'null') AS diode,
                 sum((one #>> '{module,power}')::float8 * (one ->> 'quantity')::float8) AS power,
                 sum((one ->> 'share')::float8) AS share, min(place) AS first
            FROM jsonb_array_elements(version -> 'arrays') WITH ORDINALITY AS arrays (one, place)
           GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9) AS alike) AS together)`;

/** Choices that a later one leaves some days to. */
const COUNTERS = sql<FleetStation['counters']>`(
  SELECT jsonb_agg(jsonb_build_object('from', from_day, 'counter', counter) ORDER BY from_day NULLS FIRST)
    FROM counter_choices choice
   WHERE station_id = stations.id AND NOT EXISTS (
     SELECT 1 FROM counter_choices later
      WHERE later.station_id = choice.station_id AND later.id > choice.id
        AND (later.from_day IS NULL OR later.from_day <= choice.from_day)))`;

function selectStations(db: Db) {
  return db
    .selectFrom('stations')
    .leftJoin('stationDesigns', 'stationDesigns.stationId', 'stations.id')
    .select(['stations.id', 'ownerId', 'type', 'capacityKw', 'timeZone', 'latitude', 'longitude'])
    .select(['elevation', 'tilt', 'azimuth', DESIGN.as('design')])
    .select([CORRECTIONS.as('corrections'), COUNTERS.as('counters')]);
}
