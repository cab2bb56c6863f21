import { sql } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import { DAY_MS } from './sample-account.ts';

/** Days that what was taken in is remembered; of networks and loggers, only what a quota can still need. */
const REMEMBERED_DAYS = 400;
const NETWORK_DAYS = 2;

/**
 * Counts what each organisation stores where it is stored: what was sent twice is there once, what was dropped or erased is gone, and a
 * device's past counts for who owns it now. One thread reads the column of devices, which is nearly nothing on the disk.
 */
export async function countStored({
  db,
  samples,
  clock,
}: Pick<Platform, 'db' | 'samples' | 'clock'>): Promise<void> {
  const { device = [], n = [] } = await samples.columns(
    'SELECT device, count() AS n FROM samples GROUP BY device SETTINGS max_threads = 1',
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
