import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdSubjects } from '../../platform/tries.ts';

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

/** For a device that was added just now. Throws AppError `tooManyNewDevices` where it is one too many of the day. */
export async function requireRoomOfDay(
  trx: Transaction<Tables>,
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  organisationId: number,
): Promise<void> {
  const limit = config.newDevicesPerDay;
  const counts = await countNewDevices(trx, [organisationId], clock.now());
  if ((counts.get(organisationId) ?? 0) > limit) throw new AppError('tooManyNewDevices', { limit });
}
