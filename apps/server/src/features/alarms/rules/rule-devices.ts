import type { DeviceKind, MeterRole } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { inPages } from '../../../platform/pages.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { idsOfPath } from '../../../platform/postgres/ids-of-path.ts';

/** Devices rules are about: of organisations and the tight ones below them, and of each list that names something among these. */
export interface RuleTarget {
  organisationIds: readonly number[];
  stationIds: readonly number[];
  labelIds: readonly number[];
  models: readonly string[];
}

/** A device as rules see it. */
export interface RuleDevice {
  id: number;
  stationId: number;
  kind: DeviceKind;
  meterRole: MeterRole | null;
  /** Where the organisation of its station stands. */
  homePath: string;
  /** Its station may not feed in: its power follows what is used. */
  held: boolean;
  /** Those of one kind, model and profile on one station are peers. */
  peers: string;
  latitude: number;
  longitude: number;
  /** W; null where nobody told it. */
  ratedPower: number | null;
  /** Of the expected power of its station; null for what does not produce. */
  share: number | null;
}

const PRODUCERS = ['inverter', 'hybrid', 'micro'];

/** Stations of one answer; between two of them everything else has its turn. */
const STATIONS_AT_ONCE = 1000;

/** Devices of a rule in the order of their stations, page by page; a station is never in two of them. */
export async function* devicesOfRule(
  db: Db,
  target: RuleTarget,
  stations: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): AsyncGenerator<RuleDevice[]> {
  const homes = await homesOf(db, target.organisationIds);
  const pages = inPages(
    async (after, limit) => {
      const { rows } = await sql<{ id: number }>`
        SELECT stations.id FROM stations
         WHERE stations.id > ${after} AND stations.ended_at IS NULL AND ${stations}
           AND stations.organisation_id = ANY(${homes}::bigint[])
           AND (${target.stationIds.length === 0} OR stations.id = ANY(${[...target.stationIds]}::bigint[]))
         ORDER BY stations.id LIMIT ${limit}`.execute(db);
      return rows;
    },
    ({ id }) => id,
    STATIONS_AT_ONCE,
  );
  for await (const page of pages)
    yield await devicesOn(
      db,
      target,
      page.map(({ id }) => id),
    );
}

/** Organisations and the tight ones below them, whose paths name them. Thousands have the shipped rules: to compare the paths of all with each other takes seconds. */
async function homesOf(db: Db, organisationIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT home.id FROM organisations AS home WHERE EXISTS (
      SELECT FROM ${idsOfPath('home.scope_path')} AS above (id)
       WHERE above.id = ANY(${[...organisationIds]}::bigint[]))`.execute(db);
  return rows.map(({ id }) => id);
}

async function devicesOn(
  db: Db,
  { organisationIds, labelIds, models }: RuleTarget,
  stationIds: readonly number[],
): Promise<RuleDevice[]> {
  // What somebody else's label hangs on is nothing that a rule tells.
  const labels = sql`SELECT id FROM labels WHERE id = ANY(${[...labelIds]}::bigint[]) AND organisation_id = ANY(${[...organisationIds]}::bigint[])`;
  const { rows } = await sql<RuleDevice>`
    SELECT devices.id, devices.station_id, devices.kind, devices.meter_role, home.scope_path AS home_path, stations.latitude::float8 AS latitude,
           stations.longitude::float8 AS longitude, devices.rated_power::float8 AS rated_power,
           devices.station_id || ' ' || devices.kind || ' ' || coalesce(devices.model, '') || ' ' || coalesce(devices.profile_id, '') AS peers,
           coalesce(stations.grid_type IN ('zeroExport', 'offGrid'), false) AS held,
           (CASE WHEN devices.kind <> ALL(${PRODUCERS}) THEN NULL
             WHEN bool_and(devices.rated_power > 0) FILTER (WHERE devices.kind = ANY(${PRODUCERS})) OVER of_station
             THEN devices.rated_power / sum(devices.rated_power) FILTER (WHERE devices.kind = ANY(${PRODUCERS})) OVER of_station
             ELSE 1.0 / count(*) FILTER (WHERE devices.kind = ANY(${PRODUCERS})) OVER of_station END)::float8 AS share,
           (${labelIds.length === 0} OR EXISTS (SELECT FROM device_labels l WHERE l.device_id = devices.id AND l.label_id IN (${labels}))
             OR EXISTS (SELECT FROM station_labels l WHERE l.station_id = stations.id AND l.label_id IN (${labels})))
           AND (${models.length === 0} OR devices.model = ANY(${[...models]}::text[]))
           -- What a former owner measured waits to be deleted, and tells the next one nothing.
           AND NOT EXISTS (SELECT FROM devices_to_forget AS former WHERE former.device_id = devices.id) AS chosen
      FROM devices JOIN stations ON stations.id = devices.station_id
      JOIN organisations home ON home.id = stations.organisation_id
     WHERE devices.station_id = ANY(${[...stationIds]}::bigint[])
    WINDOW of_station AS (PARTITION BY devices.station_id)
     ORDER BY devices.station_id, devices.id`.execute(db);
  return rows.filter((row) => (row as RuleDevice & { chosen: boolean }).chosen);
}
