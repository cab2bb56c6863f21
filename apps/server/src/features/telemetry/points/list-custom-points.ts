import type { CustomPoint, routes, RouteOutput, RouteRequest } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { containing, limitTo, toPage } from '../../../platform/postgres/list-query.ts';
import { pointOrganisation } from './point-organisation.ts';
import { nameRecordings } from './recordings/name-recordings.ts';

type Route = (typeof routes)['listCustomPoints'];

/** Devices that a row names. */
const NAMED = 3;

interface Row extends Omit<CustomPoint, 'firstSeenAt' | 'devices' | 'recordings' | 'recordingCount'> {
  firstSeenAt: Date;
  deviceIds: number[];
  total: number;
}

/** The custom points that devices of an organisation use, by key, with what is said of them. Throws AppError `noDataPermission`. */
export async function listCustomPoints(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  query: RouteRequest<Route>['query'],
): Promise<RouteOutput<Route>> {
  const organisationId = await pointOrganisation(db, actor, query.organisationId);
  if (organisationId === undefined) return toPage(query, 0, []);
  const wanted = containing(query.q ?? '');
  const { rows } = await sql<Row>`
    WITH used AS (
      SELECT key, min(points.created_at) AS first_seen_at, count(*) AS device_count,
             (array_agg(devices.id::int ORDER BY devices.id))[1:${NAMED}] AS device_ids
      FROM devices JOIN device_custom_points uses ON uses.device_id = devices.id
      JOIN custom_points points ON points.id = uses.point_id
      WHERE devices.organisation_id = ${organisationId} GROUP BY key)
    SELECT used.*, said.name, coalesce(said.unit, '') AS unit, coalesce(said.kind, 'gauge') AS kind, said.decimals,
           coalesce(said.version, 0) AS version, count(*) OVER () AS total
    FROM used LEFT JOIN point_descriptions said ON said.organisation_id = ${organisationId} AND said.key = used.key
    WHERE lower(used.key || ' ' || coalesce(said.name, '')) LIKE ${wanted}
    ORDER BY used.key ${limitTo(query)}`.execute(db);
  const devices = await nameDevices(
    db,
    rows.flatMap(({ deviceIds }) => deviceIds),
  );
  const recordingsOf = await nameRecordings(
    db,
    organisationId,
    rows.map(({ key }) => key),
  );
  return toPage(
    query,
    rows[0]?.total ?? 0,
    rows.map(({ total: _total, deviceIds, firstSeenAt, ...row }) => ({
      ...row,
      ...recordingsOf(row.key),
      firstSeenAt: firstSeenAt.getTime(),
      devices: deviceIds.flatMap((id) => devices.get(id) ?? []),
    })),
  );
}

async function nameDevices(
  db: Platform['db'],
  ids: readonly number[],
): Promise<Map<number, CustomPoint['devices'][number]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('devices').select(['id', 'sn', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
