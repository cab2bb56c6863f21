import { sql, type RawBuilder } from 'kysely';
import { AppError } from './errors.ts';
import type { Db } from './postgres/client.ts';

const DAY_MS = 86_400_000;

/** How often something may be done. */
export interface TryLimit {
  /** Who does what: `invitations of organisation #5`. */
  subject: string;
  withinMs: number;
  most: number;
}

/** Throws AppError `tooManyRequests` where one of the limits is reached. Tries are counted by all servers together, for a day at most. */
async function refuseTooMany(db: Db, limits: readonly TryLimit[], now: number): Promise<void> {
  for (const limit of limits) {
    if ((await countTries(db, limit, now)) >= limit.most) throw new AppError('tooManyRequests');
  }
}

/** How often something was done within a time that ends now. */
export async function countTries(
  db: Db,
  { subject, withinMs }: Omit<TryLimit, 'most'>,
  now: number,
): Promise<number> {
  const { n } = await db
    .selectFrom('tries')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('subject', '=', subject)
    .where('at', '>', new Date(now - withinMs))
    .executeTakeFirstOrThrow();
  return n;
}

/** Counts one more for each subject, and forgets what is older than a day. */
export async function noteTry(db: Db, subjects: readonly string[], now: number): Promise<void> {
  await sql`DELETE FROM tries WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM tries WHERE at <= ${new Date(now - DAY_MS)} LIMIT 1000 FOR UPDATE SKIP LOCKED))`.execute(
    db,
  );
  await db
    .insertInto('tries')
    .values([...new Set(subjects)].map((subject) => ({ subject, at: new Date(now) })))
    .execute();
}

/** Makes everybody else who counts one of these subjects wait until the transaction ends. Always in the same order of kinds. */
export async function holdSubjects(trx: Db, subjects: readonly string[]): Promise<void> {
  await sql`SELECT ${holdingSubject(sql.ref('subject'))} FROM unnest(${subjects}::text[]) AS subject`.execute(
    trx,
  );
}

/** The same as a column of another statement. What that one reads was read before the wait. */
export const holdingSubject = (subject: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`pg_advisory_xact_lock(hashtextextended(${subject}, 1))`;

/** Takes one that was counted at a time back for each subject, because it was none. Of two that were counted at one moment each takes another one back. */
export async function takeTryBack(db: Db, subjects: readonly string[], at: number): Promise<void> {
  await sql`DELETE FROM tries WHERE ctid = ANY(ARRAY(
    SELECT (SELECT ctid FROM tries WHERE tries.subject = asked.subject AND tries.at = ${new Date(at)}
             LIMIT 1 FOR UPDATE SKIP LOCKED)
      FROM unnest(${subjects}::text[]) AS asked (subject)))`.execute(db);
}

/** Whether something was done for a subject within a time. */
export async function wasTried(db: Db, subject: string, since: number): Promise<boolean> {
  const row = await db
    .selectFrom('tries')
    .select('at')
    .where('subject', '=', subject)
    .where('at', '>', new Date(since))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** For which of many subjects something was done within a time. */
export async function triedSince(db: Db, subjects: readonly string[], since: number): Promise<Set<string>> {
  const { rows } = await sql<{ subject: string }>`
    SELECT DISTINCT subject FROM tries
    WHERE subject = ANY(${[...subjects]}::text[]) AND at > ${new Date(since)}`.execute(db);
  return new Set(rows.map(({ subject }) => subject));
}

/**
 * Counts first and refuses then, in the transaction of what is done: those who try at the same moment wait for each other, so that none
 * slips past the limit. Throws AppError `tooManyRequests`.
 */
export async function takeTry(trx: Db, limits: readonly TryLimit[], now: number): Promise<void> {
  await holdSubjects(
    trx,
    limits.map(({ subject }) => subject),
  );
  await refuseTooMany(trx, limits, now);
  await noteTry(
    trx,
    limits.map(({ subject }) => subject),
    now,
  );
}

/** Counts as `takeTry`, and answers false where a limit is reached: for what is left out without a word then. */
export async function mayTake(trx: Db, limits: readonly TryLimit[], now: number): Promise<boolean> {
  try {
    await takeTry(trx, limits, now);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
