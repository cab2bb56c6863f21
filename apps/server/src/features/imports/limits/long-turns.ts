import { sql, type RawBuilder } from 'kysely';
import { isNewcomer } from '../../../platform/newcomers.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { alsoElsewhere, type Payer } from './payer.ts';

/** Half of what somebody was given is forgotten in this time, and who waits for so long goes before who was given half as much and comes now. */
const HALF_LIFE_MS = 10 * 60_000;
/** So many of these times a new organisation waits longer than one that is there longer and was given as much: five hours. */
const NEWCOMERS_WAIT = 30;
/** What was given before does not count. */
const COUNTS_MS = 100 * HALF_LIFE_MS;
/** From here on times are counted, so that a priority is a small number. */
const BEGIN = Date.UTC(2026, 0, 1);
/** The least difference between two priorities is a thousandth of the half-life. */
const STEPS = 1000;

/**
 * Priority of the long imports of a payer, which is not changed by waiting: organisations that are there longer than a month go first, then who was given
 * least lately. So whoever comes now and then waits behind none of however many accounts that come again and again.
 */
export async function priorityOf(trx: Db, payer: Payer, now: number): Promise<number> {
  const given = Math.log2(Math.max(1, await givenLately(trx, payer, now)));
  const wait = (await isNewcomer(trx, payer.organisationId, now)) ? NEWCOMERS_WAIT : 0;
  return 0 - Math.round(STEPS * (given + wait + (now - BEGIN) / HALF_LIFE_MS));
}

/** Milliseconds of work that the payer's long imports were given, less what is forgotten of it. */
async function givenLately(trx: Db, payer: Payer, now: number): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    SELECT coalesce(sum(${leftOfGiven(now)}), 0)::float8 AS ms
      FROM imports WHERE given_at > ${new Date(now - COUNTS_MS)} AND ${alsoElsewhere(payer)}`.execute(trx);
  return rows[0]!.ms;
}

/** Of a row of `imports`: what is not forgotten of the work that it was given. */
export function leftOfGiven(now: number): RawBuilder<number> {
  const passed = sql`extract(epoch FROM ${new Date(now)}::timestamptz - given_at)::float8 * 1000 / ${HALF_LIFE_MS}::float8`;
  return sql`given_ms * power(0.5::float8, least(100::float8, greatest(0::float8, ${passed})))`;
}

/** Long imports of a payer that wait have the turn of what the payer was given since they began to. */
export async function setPriority(trx: Db, payer: Payer, priority: number): Promise<void> {
  await sql`
    UPDATE jobs.job SET priority = ${priority}::int
     WHERE name = 'imports.runLong' AND state IN ('created', 'retry') AND priority > ${priority}::int
       AND (data->>'importId')::bigint IN (
         SELECT id FROM imports WHERE is_long AND state IN ('checking', 'importing') AND ${alsoElsewhere(payer)})`.execute(
    trx,
  );
}
