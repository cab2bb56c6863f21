import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

interface Going {
  deviceIds: readonly number[];
  /** Organisation that had them; null: nobody, or one that is gone. */
  from: number | null;
  to: number;
}

/**
 * Takes SIM cards out of devices that go to another organisation, except those of that one and of those above it: who has these now would read their numbers and
 * remarks, and have them renewed at the cost of others. A card may be of a neighbour of the former organisation, where somebody managed both.
 */
export async function leaveCards(trx: Transaction<Tables>, { deviceIds, from, to }: Going): Promise<void> {
  if (from === to || deviceIds.length === 0) return;
  await sql`
    UPDATE sim_cards SET device_id = NULL, revision = revision + 1 FROM organisations keeper, organisations next
     WHERE device_id = ANY(${[...deviceIds]}::bigint[]) AND keeper.id = sim_cards.organisation_id AND next.id = ${to}
       AND NOT starts_with(next.scope_path, keeper.scope_path)`.execute(trx);
}
