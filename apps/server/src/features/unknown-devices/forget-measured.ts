import { sql } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { forgetTelemetry } from '../telemetry/index.ts';

/** Devices, and stations, of one round. A round rewrites parts of every table, which takes seconds however few it is for. */
const AT_ONCE = 1000;

type Parts = Pick<Platform, 'db' | 'samples' | 'clock' | 'config'>;

/**
 * Deletes what devices measured before they left their owner or were removed, and what was computed of stations that are gone, all that waits for
 * it together. What a device measured since it has another owner stays, however long this took to begin. Can be done again.
 */
export async function forgetMeasured(
  { db, samples, clock, config }: Parts,
  signal: AbortSignal,
): Promise<void> {
  for (let left = await readLeft(db); left !== undefined; left = await readLeft(db)) {
    const { freed, stationIds } = left;
    // One that nobody has yet may get an owner while this goes on, and what it measures from then on stays as well.
    const began = new Date(clock.now() + 1);
    const devices = freed.map(({ deviceId, sn, keptFrom, exists }) => ({
      id: deviceId,
      sn,
      keptFrom: keptFrom ?? (exists ? began : null),
    }));
    await forgetTelemetry(samples, { stationIds, devices }, config.clickhouseCluster);
    await noteForgotten(db, left);
    signal.throwIfAborted();
  }
}

type Left = NonNullable<Awaited<ReturnType<typeof readLeft>>>;

async function readLeft(db: Db) {
  const freed = await db
    .selectFrom('devicesToForget')
    .leftJoin('devices', 'devices.id', 'devicesToForget.deviceId')
    .selectAll('devicesToForget')
    .select(sql<boolean>`devices.id IS NOT NULL`.as('exists'))
    .orderBy('freedAt')
    .limit(AT_ONCE)
    .execute();
  const gone = await db.selectFrom('stationsToForget').select('stationId').limit(AT_ONCE).execute();
  const stationIds = gone.map(({ stationId }) => stationId);
  return freed.length + stationIds.length === 0 ? undefined : { freed, stationIds };
}

async function noteForgotten(db: Db, { freed, stationIds }: Left): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const left: number[] = [];
    for (const { deviceId, freedAt, exists } of freed) {
      // One that was freed again meanwhile is forgotten again.
      const done = await trx
        .deleteFrom('devicesToForget')
        .where('deviceId', '=', deviceId)
        .where('freedAt', '=', freedAt)
        .returning('deviceId')
        .executeTakeFirst();
      if (done && exists) left.push(deviceId);
    }
    if (stationIds.length > 0)
      await trx.deleteFrom('stationsToForget').where('stationId', 'in', stationIds).execute();
    // Every server lets go of what it has read of the devices meanwhile, and keeps what came since.
    await announceChange(trx, {
      devices: freed.map(({ deviceId }) => deviceId),
      measurementsOf: left,
    });
  });
}
