import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

/**
 * The station in whose log a step of a run stands: none where the station changed hands while the device was asked, because its next owner is not told who sent what before.
 * `began`: when the step began, epoch milliseconds.
 */
export async function stationOfStep(
  trx: Transaction<Tables>,
  { stationId, began }: { stationId: number | null; began: number },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM stations WHERE id = ${stationId} AND coalesce(greatest(owner_since, organisation_since) <= ${new Date(began)}, true)`.execute(
    trx,
  );
  return rows[0]?.id ?? null;
}
