import { sql, type Transaction } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { forgetTelemetry } from '../telemetry/index.ts';

/** Devices, and stations, of one round. A round rewrites parts of every table, which takes seconds however few it is for. */
const AT_ONCE = 1000;
/** So long afterwards nothing is being stored or computed any more that somebody sent, or a file brought, for the former owner. */
const SETTLED_MS = 600_000;

type Parts = Pick<Platform, 'db' | 'samples' | 'clock' | 'config'>;

/**
 * Deletes what devices measured before they left their owner or were removed, and what was computed of stations that are gone, all that waits for
 * it together. What a device measured since it has another owner stays, however long this took to begin. Both are forgotten once more ten
 * minutes later: a block of values that was being stored, and what was being computed of a station, while they left, by whichever server, comes
 * after the first deletion. Rows of devices stand until then, so that their next owners read none of it. Can be done again.
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
    const wasThere = await forgetTelemetry(samples, { stationIds, devices }, config.clickhouseCluster);
    await noteForgotten(db, left, wasThere);
    signal.throwIfAborted();
  }
}

type Left = NonNullable<Awaited<ReturnType<typeof readLeft>>>;

/** The time of the database: by it the job comes again. */
async function readLeft(db: Db) {
  const freed = await db
    .selectFrom('devicesToForget')
    .leftJoin('devices', 'devices.id', 'devicesToForget.deviceId')
    .selectAll('devicesToForget')
    .select(sql<boolean>`devices.id IS NOT NULL`.as('exists'))
    .where(IS_DUE)
    .orderBy('freedAt')
    .limit(AT_ONCE)
    .execute();
  const gone = await db
    .selectFrom('stationsToForget')
    .select(['stationId', 'forgottenAt'])
    .where(IS_DUE)
    .limit(AT_ONCE)
    .execute();
  const stationIds = gone.map(({ stationId }) => stationId);
  return freed.length + gone.length === 0 ? undefined : { freed, gone, stationIds };
}

const IS_DUE = sql<boolean>`(forgotten_at IS NULL OR forgotten_at <= now() - ${SETTLED_MS} * interval '1 ms')`;

async function noteForgotten(db: Db, { freed, gone }: Left, wasThere: boolean): Promise<void> {
  const first = freed.filter(({ forgottenAt }) => forgottenAt === null);
  const again = freed.filter(({ forgottenAt }) => forgottenAt !== null);
  await db.transaction().execute(async (trx) => {
    // One that was freed again meanwhile is forgotten again. Times come from the database without their microseconds.
    const once = await sql<{ id: number }>`
      UPDATE devices_to_forget SET forgotten_at = now() FROM ${those(first)}
       WHERE device_id = those.id AND date_trunc('milliseconds', freed_at) = those.at AND forgotten_at IS NULL RETURNING those.id`.execute(
      trx,
    );
    const twice = await sql<{ id: number }>`
      DELETE FROM devices_to_forget USING ${those(again)}
       WHERE device_id = those.id AND date_trunc('milliseconds', freed_at) = those.at AND forgotten_at IS NOT NULL RETURNING those.id`.execute(
      trx,
    );
    const stationsOnce = await noteStations(trx, gone);
    if (once.rows.length + stationsOnce > 0) await addJob(trx, 'devices.forget', {}, { delayMs: SETTLED_MS });
    const done = new Set([...once.rows, ...(wasThere ? twice.rows : [])].map(({ id }) => id));
    // Every server lets go of what it has read of the devices meanwhile, and keeps what came since.
    await announceChange(trx, {
      devices: freed.map(({ deviceId }) => deviceId),
      measurementsOf: freed
        .filter(({ deviceId, exists }) => exists && done.has(deviceId))
        .map(({ deviceId }) => deviceId),
    });
  });
}

/** Answers how many of the stations were forgotten for the first time; no id of one is given again. */
async function noteStations(trx: Transaction<Tables>, gone: Left['gone']): Promise<number> {
  const idsOf = (again: boolean) =>
    gone.filter(({ forgottenAt }) => (forgottenAt !== null) === again).map(({ stationId }) => stationId);
  const { rows } = await sql`
    UPDATE stations_to_forget SET forgotten_at = now()
     WHERE station_id = ANY(${idsOf(false)}::bigint[]) AND forgotten_at IS NULL RETURNING station_id`.execute(
    trx,
  );
  await sql`DELETE FROM stations_to_forget WHERE station_id = ANY(${idsOf(true)}::bigint[])`.execute(trx);
  return rows.length;
}

function those(devices: Left['freed']) {
  const [ids, times] = [devices.map(({ deviceId }) => deviceId), devices.map(({ freedAt }) => freedAt)];
  return sql`unnest(${ids}::bigint[], ${times}::timestamptz[]) AS those (id, at)`;
}
