import { sql, type Transaction } from 'kysely';
import { AppError } from './errors.ts';
import type { Tables } from './postgres/tables.ts';
import { holdSubjects } from './tries.ts';

interface Room {
  /** Its rows belong to organisations. */
  table: 'labels' | 'roles' | 'ingest_keys' | 'instructions' | 'instruction_sets';
  organisationId: number;
  most: number;
}

/** Holds back whoever adds one more of the same organisation, and counts those there are. Throws AppError `tooManyOfOrganisation`. */
export async function requireOrganisationRoom(
  trx: Transaction<Tables>,
  { table, organisationId, most }: Room,
): Promise<void> {
  await holdSubjects(trx, [`${table} of ${organisationId}`]);
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM ${sql.table(table)} WHERE organisation_id = ${organisationId}`.execute(trx);
  if (rows[0]!.n >= most) throw new AppError('tooManyOfOrganisation', { most });
}
