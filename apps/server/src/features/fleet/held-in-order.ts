import { sql, type RawBuilder } from 'kysely';

/**
 * Ids of devices whose rows a statement is about to change, locked in one order: statements that change many of them at once then wait for
 * each other and never in a circle.
 */
export const heldInOrder = (ids: readonly number[]): RawBuilder<number> =>
  sql<number>`(SELECT held.id FROM devices AS held WHERE held.id = ANY(${[...ids]}::bigint[]) ORDER BY held.id FOR NO KEY UPDATE)`;
