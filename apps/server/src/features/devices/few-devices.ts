import type { DeviceStatus } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { anyOf, limitTo, type Paging } from '../../platform/postgres/list-query.ts';
import { MANY, toCounts, type DeviceCounts } from './count-devices.ts';
import { deviceCondition, type DeviceFilter, type ScopedActor } from './device-filter.ts';
import { keyOf, orderBy, type DeviceSort } from './device-sort.ts';
import { deviceSource } from './device-source.ts';

interface FewDevices {
  ids: readonly number[];
  counts: DeviceCounts;
}

/**
 * Page and counts by one look through the devices, where fewer than `MANY` fit; undefined where there are more, which is found out as soon as so many
 * were met. Only those that fit have their place in the order computed.
 */
export async function readFew(
  { db }: Pick<Platform, 'db'>,
  scoped: ScopedActor,
  query: DeviceFilter & Paging & { sort: DeviceSort; order: 'asc' | 'desc' },
): Promise<FewDevices | undefined> {
  const result = await sql<{ counts: { status: DeviceStatus; n: number }[] | null; ids: number[] }>`
    WITH fit AS MATERIALIZED (
      SELECT devices.id, state.status, ${keyOf(query.sort)} AS key FROM ${deviceSource({ filter: query })}
      WHERE ${deviceCondition(scoped, query)} LIMIT ${MANY})
    SELECT (SELECT json_agg(of_status) FROM (SELECT status, count(*) AS n FROM fit GROUP BY status) AS of_status) AS counts,
      ARRAY(SELECT fit.id FROM fit WHERE ${query.status ? anyOf('fit.status', query.status) : sql`true`}
        ORDER BY ${orderBy([sql`fit.key`, sql`fit.id`], query)} ${limitTo(query)})::float8[] AS ids`.execute(
    db,
  );
  const { counts, ids } = result.rows[0]!;
  const met = counts?.reduce((sum, { n }) => sum + n, 0) ?? 0;
  return met < MANY ? { ids, counts: toCounts(counts ?? []) } : undefined;
}
