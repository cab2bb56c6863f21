import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

/**
 * Writes down with an organisation what the platform stopped with those that it leaves: its administrators would let their devices go on by leaving.
 * `isLeft`: a condition on organisations by the name `maker`. The caller holds stops (`holdStops`).
 */
export async function keepStop(
  trx: Transaction<Tables>,
  id: number,
  isLeft: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    INSERT INTO command_rules AS rules (organisation_id, stopped_at, stopped_by, stop_reason, stopped_by_platform)
    SELECT ${id}::bigint, above.stopped_at, above.stopped_by, above.stop_reason, true
      FROM command_rules AS above JOIN organisations maker ON maker.id = above.organisation_id
     WHERE above.stopped_at IS NOT NULL AND above.stopped_by_platform AND ${isLeft} ORDER BY above.stopped_at LIMIT 1
    ON CONFLICT ((coalesce(organisation_id, 0))) DO UPDATE SET stopped_at = EXCLUDED.stopped_at, stopped_by = EXCLUDED.stopped_by,
      stop_reason = EXCLUDED.stop_reason, stopped_by_platform = true
      WHERE rules.stopped_at IS NULL OR NOT rules.stopped_by_platform`.execute(trx);
}
