import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

interface Going {
  deviceIds: readonly number[];
  /** Organisation that had them; null: nobody. */
  from: number | null;
  to: number;
}

/**
 * Takes SIM cards of the former organisation, and of those above it that are not above the next one as well, out of devices that go to another one: who has
 * these now would read their numbers and remarks, and have them renewed at the cost of others.
 */
export async function leaveCards(trx: Transaction<Tables>, { deviceIds, from, to }: Going): Promise<void> {
  if (from === null || from === to || deviceIds.length === 0) return;
  await sql`
    UPDATE sim_cards SET device_id = NULL, revision = revision + 1
     WHERE device_id = ANY(${[...deviceIds]}::bigint[]) AND organisation_id IN (
       SELECT former.id FROM organisations former, organisations own, organisations next
        WHERE own.id = ${from} AND next.id = ${to} AND starts_with(own.scope_path, former.scope_path)
          AND NOT starts_with(next.scope_path, former.scope_path))`.execute(trx);
}
