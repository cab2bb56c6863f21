import { normalPhone } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';

/** Whom an offer is to: what was typed, and who that is, if anybody. The giver reads only what was typed until it is accepted. */
export interface Addressee {
  toUserId: number | null;
  toAccount: string | null;
  toOrganisationId: number | null;
  toCode: string | null;
}

/**
 * The account with this user code, e-mail, phone or user name, in that order, so that nobody can take another's user code as a
 * name. Whoever offers something is not told whether there is one: an offer to a contact that nobody has waits for whoever proves it.
 */
export async function findPerson(db: Db, account: string): Promise<Addressee> {
  const text = account.toLowerCase();
  const phone = text.includes('@') ? '' : normalPhone(text);
  const rows = await db
    .selectFrom('users')
    .select(['id', 'userCode'])
    .where((eb) =>
      eb.or([
        eb('userCode', '=', account.toUpperCase()),
        eb('email', '=', text),
        eb('userName', '=', text),
        ...(phone ? [eb('phone', '=', phone)] : []),
      ]),
    )
    .execute();
  const person = rows.find((row) => row.userCode === account.toUpperCase()) ?? rows[0];
  return { toUserId: person?.id ?? null, toAccount: phone || text, toOrganisationId: null, toCode: null };
}

/**
 * The organisation with this code, likewise. An offer to a code that no organisation has stays unanswered also when one takes the
 * code later, because codes can be chosen.
 */
export async function findOrganisation(db: Db, code: string): Promise<Addressee> {
  const found = await db.selectFrom('organisations').select('id').where('code', '=', code).executeTakeFirst();
  return { toUserId: null, toAccount: null, toOrganisationId: found?.id ?? null, toCode: code };
}

/**
 * Condition on an offer (a grant `g` or a hand-over): it is to the actor as a person. One to a contact that nobody had is to whoever has
 * it now. User names and codes are not compared later, because anybody could take a name that was mistyped.
 */
export function isToPerson(
  { userId }: Pick<Actor, 'userId'>,
  offer: 'g' | 'hand_overs',
): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${offer}.${name}`);
  return sql<SqlBool>`coalesce(${column('to_user_id')} = ${userId} OR (${column('to_user_id')} IS NULL
    AND ${column('to_account')} = ANY(ARRAY(
      SELECT unnest(ARRAY[own.email, own.phone]) FROM users own WHERE own.id = ${userId}))), false)`;
}
