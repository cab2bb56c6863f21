import { LIMITS } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/** Throws AppError `tooManyDevices` when an organisation would have more devices than it may have. */
export async function requireDeviceRoom(
  trx: Transaction<Tables>,
  organisationId: number,
  more = 1,
): Promise<void> {
  const limit = LIMITS.devicesPerOrganisation;
  if (more === 0) return;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM (SELECT FROM devices WHERE organisation_id = ${organisationId} LIMIT ${limit}) AS counted
  `.execute(trx);
  if (rows[0]!.count + more > limit) throw new AppError('tooManyDevices', { limit });
}
