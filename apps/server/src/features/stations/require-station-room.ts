import { LIMITS } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdSubjects } from '../../platform/tries.ts';

/** Who gets more stations; null: nobody does. */
interface Receiver {
  organisationId: number | null;
  /** Who creates it for themselves, or takes it over. */
  ownerId: number | null;
}

/**
 * Throws AppError `tooManyStations`, `tooManyStationsOwned` when there would be so many more stations than there may be. Whoever takes one at the same moment
 * waits for the end of the transaction.
 */
export async function requireStationRoom(
  trx: Transaction<Tables>,
  { organisationId, ownerId }: Receiver,
  more = 1,
): Promise<void> {
  // Owners before organisations, as where somebody takes a station over and into their own organisation after that.
  const subjects = [
    ownerId !== null && `stations of owner ${ownerId}`,
    organisationId !== null && `stations of organisation ${organisationId}`,
  ];
  await holdSubjects(
    trx,
    subjects.filter((subject) => subject !== false),
  );
  await refuseFull(trx, { organisationId, ownerId }, more);
}

/** The same as far as it is known before others have ended. */
export async function refuseFull(
  trx: Transaction<Tables>,
  { organisationId, ownerId }: Receiver,
  more: number,
): Promise<void> {
  const inOrganisation = LIMITS.stationsPerOrganisation;
  if (
    organisationId !== null &&
    (await isFull(trx, sql`organisation_id = ${organisationId}`, inOrganisation - more + 1))
  )
    throw new AppError('tooManyStations', { limit: inOrganisation });
  const ofOwner = LIMITS.stationsPerOwner;
  if (ownerId !== null && (await isFull(trx, sql`owner_id = ${ownerId}`, ofOwner - more + 1)))
    throw new AppError('tooManyStationsOwned', { limit: ofOwner });
}

async function isFull(
  trx: Transaction<Tables>,
  which: ReturnType<typeof sql>,
  limit: number,
): Promise<boolean> {
  if (limit <= 0) return true;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM (SELECT FROM stations WHERE ${which} LIMIT ${limit}) AS counted`.execute(trx);
  return rows[0]!.count >= limit;
}
