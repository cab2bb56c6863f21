import { LIMITS } from '@sunfleet/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Config } from '../config.ts';
import type { Clock } from './clock.ts';
import { AppError } from './errors.ts';
import { NEAR_ROOT, ofPeopled, ROOT } from './families.ts';
import { newSince } from './newcomers.ts';
import type { Db } from './postgres/client.ts';

/** One family of organisations adds at most this part of what the others leave. */
const SHARE = 1 / 4;

interface Means {
  clock: Clock;
  config: Pick<Config, 'addedByNewcomers'>;
}

/**
 * Every server holds all stations and devices in memory, and one person makes a hundred organisations on a day, each with limits of its own. So what comes into new
 * ones, and into those in which nobody has an account, is bounded together: each family of them leaves three quarters to the others, and adds a few for each of its
 * accounts in any case. Throws AppError `newcomersAdded` where there is no room for so many more, or for what the transaction has added already.
 */
export async function requireRegistryRoom(
  db: Db,
  means: Means,
  { organisationId, more = 0 }: { organisationId: number; more?: number },
): Promise<void> {
  if ((await registryRoom(db, means, { organisationId, wanted: more })) < more)
    throw new AppError('newcomersAdded', { days: LIMITS.newcomerDays });
}

/** How many more stations and devices may come into an organisation, as far as somebody wants to know; any number where it is no new one. */
export async function registryRoom(
  db: Db,
  { clock, config: { addedByNewcomers: most } }: Means,
  { organisationId, wanted }: { organisationId: number; wanted: number },
): Promise<number> {
  const since = newSince(clock.now());
  const family = await familyOf(db, organisationId, since);
  if (!family) return Number.POSITIVE_INFINITY;
  const own = await addedBy(db, family.within, since);
  const least = family.least - own;
  // Of who has few nobody counts what all others have.
  if (least >= wanted) return least;
  const used = await addedByAll(db, since, most + own);
  return Math.max(least, Math.floor(SHARE * (most - used + own)) - own);
}

interface Family {
  /** What it adds in any case. */
  least: number;
  /** Condition on `organisations`: all of it. */
  within: RawBuilder<boolean>;
}

/** The family of an organisation that is new, or in which nobody has an account; undefined of any other one. */
async function familyOf(db: Db, organisationId: number, since: Date): Promise<Family | undefined> {
  const { rows } = await sql<{ nearRoot: string; root: string }>`
    SELECT ${NEAR_ROOT} AS near_root, ${ROOT} AS root FROM organisations WHERE id = ${organisationId} AND ${isNew(since)}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) return undefined;
  const near = sql<boolean>`starts_with(organisations.scope_path, ${`/${found.nearRoot}/`})`;
  const below = sql<boolean>`starts_with(organisations.path, ${`/${found.root}/`})`;
  for (const within of [near, below]) {
    const least = await leastOf(db, within, since);
    if (least > 0) return { least, within };
  }
  return { least: 0, within: sql<boolean>`${ROOT} NOT IN ${ofPeopled(ROOT)}` };
}

/** By its accounts: those that are made at will are new ones. */
async function leastOf(db: Db, within: RawBuilder<boolean>, since: Date): Promise<number> {
  const { rows } = await sql<{ least: number }>`
    SELECT coalesce(sum(CASE WHEN users.created_at > ${since} THEN ${LIMITS.addedByAccount}::int ELSE ${LIMITS.addedByOlderAccount}::int END), 0)::int AS least
    FROM users JOIN organisations ON organisations.id = users.organisation_id WHERE ${within}`.execute(db);
  return rows[0]!.least;
}

/** Condition on `organisations`. */
const isNew = (since: Date) => sql<boolean>`(organisations.created_at > ${since}
  OR NOT EXISTS (SELECT FROM users AS holder WHERE holder.organisation_id = organisations.id))`;

/** Stations and devices that came lately into new organisations, unbound devices too. */
async function addedBy(db: Db, within: RawBuilder<boolean>, since: Date): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    WITH new AS MATERIALIZED (SELECT id FROM organisations WHERE ${isNew(since)} AND ${within})
    SELECT (SELECT count(*) FROM new JOIN devices ON organisation_id = new.id WHERE devices.created_at > ${since})
      + (SELECT count(*) FROM new JOIN devices ON freed_from = new.id WHERE devices.created_at > ${since} AND organisation_id IS NULL)
      + (SELECT count(*) FROM new JOIN stations ON organisation_id = new.id WHERE stations.created_at > ${since}) AS added`.execute(
    db,
  );
  return rows[0]!.added;
}

/** The same of all of them; no more are counted than it takes. */
async function addedByAll(db: Db, since: Date, upTo: number): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    WITH new AS MATERIALIZED (SELECT id FROM organisations WHERE ${isNew(since)})
    SELECT count(*) AS added FROM (
      (SELECT FROM devices WHERE created_at > ${since} AND coalesce(organisation_id, freed_from) IN (SELECT id FROM new))
      UNION ALL (SELECT FROM stations WHERE created_at > ${since} AND organisation_id IN (SELECT id FROM new))
      LIMIT ${upTo}) AS came`.execute(db);
  return rows[0]!.added;
}
