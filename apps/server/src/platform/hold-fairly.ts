import { sql, type Transaction } from 'kysely';
import type { Tables } from './postgres/tables.ts';
import { holdSubjects } from './tries.ts';

/** Whom changes are held by: the organisation in which somebody is, or who is in none. */
export type Home = { organisationId: number } | { userId: number | null };

/**
 * Holds the home of whoever changes something until the end of the transaction, together with others who do. Before the row: PostgreSQL lets everybody in at once who shares a row
 * with those who have it, past whoever waits to have it alone. Where people of an organisation changed something without a pause, on several servers, nobody who administers it could lock
 * or demote them for as long as they went on. Here those who share it wait behind who waits already.
 */
export async function holdShared(trx: Transaction<Tables>, home: Home): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${subjectOf(home)}, 1))`.execute(trx);
}

/** Holds homes alone, in one order. */
export async function holdAlone(trx: Transaction<Tables>, homes: readonly Home[]): Promise<void> {
  await holdSubjects(trx, [...new Set(homes.map(subjectOf))].toSorted());
}

const subjectOf = (home: Home): string =>
  'organisationId' in home
    ? `changes of organisation #${home.organisationId}`
    : `changes of user #${home.userId}`;
