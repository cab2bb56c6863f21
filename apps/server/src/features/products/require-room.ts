import { LIMITS } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdSubjects } from '../../platform/tries.ts';

/** Makes everybody else who adds to a library wait, so that they are counted as well. */
export const holdLibrary = (trx: Transaction<Tables>, organisationId: number | null): Promise<void> =>
  holdSubjects(trx, [`products of ${organisationId ?? 'all'}`]);

/** After products were added. Throws AppError `tooManyProducts`. */
export async function requireRoom(trx: Transaction<Tables>, organisationId: number | null): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM products WHERE organisation_id IS NOT DISTINCT FROM ${organisationId}`.execute(
    trx,
  );
  const most = LIMITS.productsOfOne;
  if (rows[0]!.n > most) throw new AppError('tooManyProducts', { most });
}
