import { ADMINISTRATOR_ROLE, FALLBACK_LANGUAGE } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';
import { dayWords, sendMessage, wayTo, type Reader } from '../outbox/index.ts';

interface Ending {
  grantId: number;
  now: number;
}

/** Tells that a grant ends soon to the person it is to, or to the administrators of the organisation it is to. */
export async function tellGrantee(trx: Transaction<Tables>, ending: Ending): Promise<void> {
  const readers = sql<SqlBool>`users.id = g.to_user_id
    OR (users.organisation_id = g.to_organisation_id AND users.role = ${ADMINISTRATOR_ROLE})`;
  await tell(trx, ending, readers);
}

/** Tells it to the person who gave the grant. */
export async function tellGiver(trx: Transaction<Tables>, ending: Ending): Promise<void> {
  await tell(trx, ending, sql<SqlBool>`users.id = g.created_by`);
}

async function tell(
  trx: Transaction<Tables>,
  { grantId, now }: Ending,
  readers: RawBuilder<SqlBool>,
): Promise<void> {
  const { rows } = await sql<Reader & { to: string | null; endsAt: Date }>`
    SELECT users.email, users.phone, users.language, g.ends_at,
           coalesce((SELECT name FROM users grantee WHERE grantee.id = g.to_user_id),
                    (SELECT name FROM organisations WHERE organisations.id = g.to_organisation_id)) AS to
      FROM grants g JOIN users ON (${readers}) AND users.locked_at IS NULL WHERE g.id = ${grantId}`.execute(
    trx,
  );
  for (const { to, endsAt, ...reader } of rows) {
    const way = wayTo(reader, FALLBACK_LANGUAGE);
    if (!way) continue;
    const date = dayWords(way.language, endsAt.getTime());
    await sendMessage(trx, { ...way, template: 'grantEnding', values: { to: to ?? '', date }, now });
  }
}
