import { announceChange } from '../../../../platform/changes/announce-change.ts';
import type { JobKinds } from '../../../../platform/jobs/job-kinds.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { askRecut } from '../../../stations/index.ts';
import type { RollUps } from '../create-roll-ups.ts';
import { readStations } from '../../../fleet/index.ts';

interface Parts {
  platform: Pick<Platform, 'db' | 'clock' | 'config'>;
  rollUps: Pick<RollUps, 'recut'>;
}

/**
 * Cuts what a station measured into the local days of its zone and place of now: the job `telemetry.recut`, once at the change and once more
 * later. States of every server are read again after it.
 */
export async function recutDays(
  { platform, rollUps }: Parts,
  { stationId, again }: JobKinds['telemetry.recut'],
): Promise<void> {
  const { db, clock, config } = platform;
  const [station] = await readStations(db, [stationId]);
  if (!station) return;
  const rows = await db.selectFrom('devices').select('id').where('stationId', '=', stationId).execute();
  const devices = rows.map(({ id }) => id);
  await rollUps.recut({ station, devices, cluster: config.clickhouseCluster });
  await db.transaction().execute(async (trx) => {
    if (!again) await askRecut(trx, { stationId, again: true }, clock.now());
    // What the station earned was counted by the days of before.
    await trx.deleteFrom('revenueCounts').where('stationId', '=', stationId).execute();
    await announceChange(trx, { measurementsOf: devices });
  });
}
