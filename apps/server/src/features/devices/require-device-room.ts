import { LIMITS } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/** Throws AppError `tooManyDevices` when an organisation has as many devices as it may have. */
export async function requireDeviceRoom(trx: Transaction<Tables>, organisationId: number): Promise<void> {
  const limit = LIMITS.devicesPerOrganisation;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM (SELECT FROM devices WHERE organisation_id = ${organisationId} LIMIT ${limit}) AS counted
  `.execute(trx);
  if (rows[0]!.count >= limit) throw new AppError('tooManyDevices', { limit });
}
