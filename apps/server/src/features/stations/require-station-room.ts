import { LIMITS } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

interface NewStation {
  organisationId: number;
  /** Who creates it for themselves; null where the organisation does. */
  ownerId: number | null;
}

/** Throws AppError `tooManyStations`, `tooManyStationsOwned` when there are as many stations as there may be. */
export async function requireStationRoom(
  trx: Transaction<Tables>,
  { organisationId, ownerId }: NewStation,
): Promise<void> {
  const inOrganisation = LIMITS.stationsPerOrganisation;
  if (await isFull(trx, sql`organisation_id = ${organisationId}`, inOrganisation))
    throw new AppError('tooManyStations', { limit: inOrganisation });
  const ofOwner = LIMITS.stationsPerOwner;
  if (ownerId !== null && (await isFull(trx, sql`owner_id = ${ownerId}`, ofOwner)))
    throw new AppError('tooManyStationsOwned', { limit: ofOwner });
}

async function isFull(
  trx: Transaction<Tables>,
  which: ReturnType<typeof sql>,
  limit: number,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM (SELECT FROM stations WHERE ${which} LIMIT ${limit}) AS counted`.execute(trx);
  return rows[0]!.count >= limit;
}
