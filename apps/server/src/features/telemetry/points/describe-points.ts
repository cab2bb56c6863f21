import type { PointDescription } from '@sunfleet/contract';
import { pointByKey } from '@sunfleet/device-model';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';

/** Of a custom point of which nobody has said anything. */
const NOTHING_SAID: PointDescription = { name: null, unit: '', kind: 'gauge', decimals: null };

/**
 * What is known of points of a device, by key: of the catalogue, or what the organisation says that has the device now. The database is
 * asked where a point is a custom one.
 */
export async function describePoints(
  db: Db,
  deviceId: number,
  keys: readonly string[],
): Promise<(key: string) => PointDescription> {
  const custom = keys.filter((key) => !pointByKey(key));
  const said = custom.length === 0 ? new Map() : await readDescriptions(db, deviceId, custom);
  return (key) => {
    const point = pointByKey(key);
    if (point) return { name: null, unit: point.unit, kind: point.kind, decimals: null };
    return said.get(key) ?? NOTHING_SAID;
  };
}

async function readDescriptions(
  db: Db,
  deviceId: number,
  keys: readonly string[],
): Promise<Map<string, PointDescription>> {
  const rows = await db
    .selectFrom('devices')
    .innerJoin('pointDescriptions as said', 'said.organisationId', 'devices.organisationId')
    .select(['said.key', 'said.name', 'said.unit', 'said.kind', 'said.decimals'])
    .where('devices.id', '=', deviceId)
    .where('said.key', '=', sql<string>`ANY(${[...keys]})`)
    .execute();
  return new Map(rows.map(({ key, ...description }) => [key, description]));
}
