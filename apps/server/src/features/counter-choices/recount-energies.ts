import { dayRange } from '@sunfleet/analysis';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { askForJob } from '../../platform/jobs/add-job.ts';
import type { JobKinds } from '../../platform/jobs/job-kinds.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { readStations } from '../fleet/index.ts';
import { keptSince, partOf, type RollUps } from '../telemetry/index.ts';
import { askRecount } from './ask-recount.ts';

interface Parts {
  platform: Pick<Platform, 'db' | 'clock' | 'config'>;
  rollUps: Pick<RollUps, 'recount'>;
}

/**
 * Sums the energies of a station again by the counters that were chosen: the job `telemetry.recount`. Where other servers may have written
 * meanwhile by the choice of before it comes once more. States of every server are read again after it.
 */
export async function recountEnergies(
  { platform, rollUps }: Parts,
  { stationId, from, again }: JobKinds['telemetry.recount'],
): Promise<void> {
  const { db, clock, config } = platform;
  const [station] = await readStations(db, [stationId]);
  if (!station) return;
  const devices = await db
    .selectFrom('devices')
    .select(['id', 'kind', 'meterRole'])
    .where('stationId', '=', stationId)
    .execute();
  const inverters = devices.filter((device) => partOf(device) === 'producer').map(({ id }) => id);
  await rollUps.recount({
    station,
    devices: devices.map(({ id }) => id),
    inverters: (await changesInverters(db, stationId)) ? inverters : [],
    from: from === null ? null : dayRange(from, station.timeZone).start,
    keptSince: keptSince(config.rawRetentionDays, clock.now()),
    cluster: config.clickhouseCluster,
  });
  await db.transaction().execute(async (trx) => {
    if (!again && config.databaseUrl !== undefined) await askRecount(trx, { stationId, from }, clock.now());
    // What the station earned was counted by the energies of before.
    await trx.deleteFrom('revenueCounts').where('stationId', '=', stationId).execute();
    await askForJob(trx, 'revenues.count');
    await announceChange(trx, { measurementsOf: devices.map(({ id }) => id) });
  });
}

/** The other choices only say who speaks for the station. */
async function changesInverters(db: Db, stationId: number): Promise<boolean> {
  const row = await db
    .selectFrom('counterChoices')
    .select('id')
    .where('stationId', '=', stationId)
    .where('counter', '=', 'dayCounter')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
