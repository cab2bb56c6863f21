import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

/**
 * Lets a station that got another owner or organisation go on with copies of those tariffs that neither of both keeps, as they are now and kept by
 * nobody: who gave it away decides no longer by what it is counted.
 */
export async function freezeTariffs(trx: Transaction<Tables>, stationId: number): Promise<void> {
  const { rows: foreign } = await sql<{ id: number }>`
    SELECT DISTINCT tariffs.id FROM station_tariffs term
      JOIN tariffs ON tariffs.id = term.tariff_id
      JOIN stations ON stations.id = term.station_id
      JOIN organisations home ON home.id = stations.organisation_id
      LEFT JOIN users AS owner ON owner.id = stations.owner_id
      LEFT JOIN organisations keeper ON keeper.id = tariffs.organisation_id
     WHERE stations.id = ${stationId} AND (tariffs.owner_id IS DISTINCT FROM owner.id AND tariffs.owner_id IS NOT NULL
       OR keeper.id <> coalesce(owner.organisation_id, 0) AND NOT starts_with(home.scope_path, keeper.scope_path))
     ORDER BY tariffs.id`.execute(trx);
  for (const { id } of foreign) {
    await sql`
      WITH copy AS (
        INSERT INTO tariffs (name, currency, versions) SELECT name, currency, versions FROM tariffs WHERE id = ${id} RETURNING id)
      UPDATE station_tariffs SET tariff_id = copy.id FROM copy WHERE station_id = ${stationId} AND tariff_id = ${id}`.execute(
      trx,
    );
  }
}
