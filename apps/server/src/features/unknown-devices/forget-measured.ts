import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { forgetTelemetry } from '../telemetry/index.ts';

/** Devices of one round. A round rewrites parts of every table, which takes seconds however few devices it is for. */
const AT_ONCE = 1000;

type Parts = Pick<Platform, 'db' | 'samples' | 'config'>;

/**
 * Deletes what devices measured before they left their owner, all that wait for it together. What a device measured since it has another owner
 * stays, however long this took to begin. Can be done again.
 */
export async function forgetMeasured({ db, samples, config }: Parts, signal: AbortSignal): Promise<void> {
  for (let freed = await readFreed(db); freed.length > 0; freed = await readFreed(db)) {
    const devices = freed.map(({ deviceId, sn, keptFrom }) => ({ id: deviceId, sn, keptFrom }));
    await forgetTelemetry(samples, { stationIds: [], devices }, config.clickhouseCluster);
    await db.transaction().execute(async (trx) => {
      for (const { deviceId, freedAt } of freed) {
        // One that was freed again meanwhile is forgotten again.
        await trx
          .deleteFrom('devicesToForget')
          .where('deviceId', '=', deviceId)
          .where('freedAt', '=', freedAt)
          .execute();
      }
      // Every server lets go of what it has read of the devices meanwhile.
      await announceChange(trx, { devices: freed.map(({ deviceId }) => deviceId) });
    });
    signal.throwIfAborted();
  }
}

function readFreed(db: Db) {
  return db.selectFrom('devicesToForget').selectAll().orderBy('freedAt').limit(AT_ONCE).execute();
}
