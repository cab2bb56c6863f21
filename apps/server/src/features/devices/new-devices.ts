import { sql, type Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { roomOfOwner } from '../../platform/postgres/one-of-owners.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { requireRegistryRoom } from '../../platform/registry-room.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { boundTo } from './binding-of.ts';

const DAY_MS = 86_400_000;

/** Makes everybody else who adds devices to one of these organisations wait until the transaction ends, on whichever server. */
export async function holdNewDevices(
  trx: Transaction<Tables>,
  organisationIds: readonly number[],
): Promise<void> {
  const subjects = organisationIds
    .toSorted((a, b) => a - b)
    .map((id) => `new devices of organisation #${id}`);
  await holdSubjects(trx, subjects);
}

/**
 * How many serial numbers came into organisations within a day, by people and by keys, wherever their devices are now. Those that were unbound count
 * as well: they are kept for their organisation.
 */
export async function countNewDevices(
  trx: Transaction<Tables>,
  organisationIds: readonly number[],
  now: number,
): Promise<Map<number, number>> {
  const since = new Date(now - DAY_MS);
  const { rows } = await sql<{ id: number; count: number }>`
    SELECT id, count(*) FROM (
      SELECT organisation_id AS id FROM devices WHERE organisation_id = ANY(${[...organisationIds]}) AND created_at > ${since}
      UNION ALL
      SELECT freed_from FROM devices
      WHERE freed_from = ANY(${[...organisationIds]}) AND created_at > ${since} AND organisation_id IS NULL
    ) AS new GROUP BY id`.execute(trx);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

interface Adding {
  actor: Actor;
  stationId: number;
  /** That of the station. */
  organisationId: number;
}

/**
 * For a device that was added just now. Throws AppError `tooManyNewDevices` where it is one too many of the day, or of what one of several owners brings of it: a
 * customer leaves room to the others and to who works for the organisation.
 */
export async function requireRoomOfDay(
  trx: Transaction<Tables>,
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  { actor, stationId, organisationId }: Adding,
): Promise<void> {
  const most = config.newDevicesPerDay;
  const used = (await countNewDevices(trx, [organisationId], clock.now())).get(organisationId) ?? 0;
  if (used > most) throw new AppError('tooManyNewDevices', { limit: most });
  await requireRegistryRoom(trx, { clock, config }, { organisationId });
  // There is room even if all of them are one owner's.
  if (roomOfOwner({ most, used, own: used }) >= 0) return;
  const { ownerId, works } = await boundTo(trx, actor, stationId);
  if (works || ownerId === null) return;
  const own = await countOfOwner(trx, { organisationId, ownerId }, clock.now());
  if (own !== undefined && roomOfOwner({ most, used, own }) < 0)
    throw new AppError('tooManyNewDevices', { limit: used - 1 });
}

/** How many of the new devices of a day are one owner's, unbound ones too; undefined where nobody else has stations in the organisation. */
async function countOfOwner(
  trx: Transaction<Tables>,
  { organisationId, ownerId }: { organisationId: number; ownerId: number },
  now: number,
): Promise<number | undefined> {
  const since = new Date(now - DAY_MS);
  const { rows } = await sql<{ count: number; alone: boolean }>`
    SELECT (SELECT count(*) FROM devices JOIN stations ON stations.id = station_id
             WHERE devices.organisation_id = ${organisationId} AND devices.created_at > ${since} AND owner_id = ${ownerId})
         + (SELECT count(*) FROM devices
             WHERE freed_from = ${organisationId} AND freed_owner = ${ownerId} AND created_at > ${since} AND organisation_id IS NULL) AS count,
      NOT EXISTS (SELECT FROM stations WHERE organisation_id = ${organisationId} AND owner_id IS DISTINCT FROM ${ownerId}) AS alone`.execute(
    trx,
  );
  const { count, alone } = rows[0]!;
  return alone ? undefined : count;
}
