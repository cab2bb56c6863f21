import { sql, type RawBuilder } from 'kysely';

/**
 * One person makes a hundred organisations on a day. Those that belong together are a family: what one organisation manages as its own; where nobody of these has an account,
 * what is below the topmost, and where nobody of those has one either, all such together: people leave organisations behind as they make them.
 */

/** Expression on `organisations`: the topmost of those that one manages as its own. */
export const NEAR_ROOT = sql<string>`split_part(organisations.scope_path, '/', 2)`;
/** The same: the topmost of all above it. */
export const ROOT = sql<string>`split_part(organisations.path, '/', 2)`;

/** What an expression on `organisations` is of those in which somebody has an account. */
export const ofPeopled = (expression: RawBuilder<string>): RawBuilder<unknown> =>
  sql`(SELECT ${expression} FROM users JOIN organisations ON organisations.id = users.organisation_id)`;

/** Expression on `organisations`: the topmost of its family; null: of nobody's. */
export const FAMILY = sql<
  number | null
>`(CASE WHEN ${NEAR_ROOT} IN ${ofPeopled(NEAR_ROOT)} THEN ${NEAR_ROOT}::bigint
  WHEN ${ROOT} IN ${ofPeopled(ROOT)} THEN ${ROOT}::bigint END)`;
