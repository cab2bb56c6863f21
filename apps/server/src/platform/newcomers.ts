import { LIMITS } from '@sunfleet/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Platform } from './platform.ts';
import type { Db } from './postgres/client.ts';
import type { Lane } from './turns.ts';

const DAY_MS = 86_400_000;

/** Organisations that were made after this are new ones. */
export const newSince = (now: number): Date => new Date(now - LIMITS.newcomerDays * DAY_MS);

/**
 * Whether an organisation is new, or null, a person who has none. Accounts are made at will: those who are there longer go before however many new ones, and
 * leave them a share.
 */
export async function isNewcomer(db: Db, organisationId: number | null, now: number): Promise<boolean> {
  if (organisationId === null) return true;
  const found = await db
    .selectFrom('organisations')
    .select('id')
    .where('id', '=', organisationId)
    .where('createdAt', '>', newSince(now))
    .executeTakeFirst();
  return found !== undefined;
}

/** The same in a query that joins the organisation of somebody under a name. */
export const isNewHome = (home: string, now: number): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${home}.created_at`)} > ${newSince(now)}, true)`;

/** Where somebody waits for heavy work: new ones have every other place that becomes free, however many of them wait. */
export async function laneOf(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  organisationId: number | null,
): Promise<Lane> {
  return (await isNewcomer(db, organisationId, clock.now())) ? 'ordinary' : 'preferred';
}
