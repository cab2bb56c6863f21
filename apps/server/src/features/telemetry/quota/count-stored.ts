import { sql } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import { DAY_MS } from './sample-account.ts';

/** Days that what was taken in is remembered; of networks and loggers, only what a quota can still need. */
const REMEMBERED_DAYS = 400;
const NETWORK_DAYS = 2;

/** Energies of five minutes in a day. */
const OF_DAY = 288;

/**
 * Energies of five minutes of which nothing was measured, by what is missing of the days of each flow: two readings of a counter make a hundred
 * thousand of them, laid over the silence of a year.
 */
const LAID_OVER = `SELECT id AS device,
    toUInt64(sum(${OF_DAY} * (1 - if(isNaN(completeness), 0, least(completeness, 1))))) AS n
  FROM energy FINAL WHERE subject = 'device' AND grain = 'day' GROUP BY id`;

const COUNTED = ['samples', 'import_values', 'import_overwritten']
  .map((table) => `SELECT device, count() AS n FROM ${table} GROUP BY device`)
  .concat(LAID_OVER)
  .join(' UNION ALL ');

/**
 * Counts what each organisation stores where it is stored: what was sent twice is there once, what was dropped or erased is gone, and a
 * device's past counts for who owns it now. What imports keep to be taken back counts as well: the same file once more stores nothing new and lists
 * all of it. So does what is laid over silences, because a few readings make very much of it. One thread reads the columns of devices, which are nearly nothing on the disk.
 */
export async function countStored({
  db,
  samples,
  clock,
}: Pick<Platform, 'db' | 'samples' | 'clock'>): Promise<void> {
  const { device = [], n = [] } = await samples.columns(
    `SELECT device, sum(n) AS n FROM (${COUNTED}) GROUP BY device SETTINGS max_threads = 1`,
  );
  const countedAt = new Date(clock.now());
  await db.transaction().execute(async (trx) => {
    await sql`
      INSERT INTO stored_samples (organisation_id, samples, counted_at)
      SELECT organisations.id, coalesce(sum(counted.n), 0), ${countedAt} FROM organisations
        LEFT JOIN devices ON devices.organisation_id = organisations.id
        LEFT JOIN unnest(${device}::bigint[], ${n}::bigint[]) AS counted (device, n) ON counted.device = devices.id
      GROUP BY organisations.id
      ON CONFLICT (organisation_id) DO UPDATE SET samples = excluded.samples, counted_at = excluded.counted_at`.execute(
      trx,
    );
    const before = (days: number) => new Date(clock.now() - days * DAY_MS).toISOString().slice(0, 10);
    await trx
      .deleteFrom('sampleDays')
      .where((eb) =>
        eb.or([
          eb('day', '<', before(REMEMBERED_DAYS)),
          eb.and([eb('organisationId', 'is', null), eb('day', '<', before(NETWORK_DAYS))]),
        ]),
      )
      .execute();
  });
}

/** Adds values that an organisation has just stored and listed to what was counted last, because the next count is hours away. */
export async function addStored(
  db: Platform['db'],
  { organisationId, values, countedAt }: { organisationId: number; values: number; countedAt: number },
): Promise<void> {
  await sql`
    INSERT INTO stored_samples AS known (organisation_id, samples, counted_at) VALUES (${organisationId}, ${values}, ${new Date(countedAt)})
    ON CONFLICT (organisation_id) DO UPDATE SET samples = known.samples + excluded.samples`.execute(db);
}
