import type { QueryParams, SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { askInZone, idOf } from '../telemetry/index.ts';

interface Asked {
  devices: readonly number[];
  zone: string;
  /** Epoch milliseconds, borders of local days. */
  from: number;
  to: number;
}

/** A value that does not move for so many five minutes is not measured. */
const STALE_STEPS = 12;
/** Later than this is late; what comes sooner is on its way as usual. */
const LATE_MINUTES = 30;
/** Counters that lose less were rounded or measured twice. */
const LEAST_FALL_KWH = 1;
/** Wanted of devices whose rows were read. */
const WHERE = `device IN {devices:Array(UInt32)}`;

const paramsOf = ({ devices, zone, from, to }: Asked) => ({
  devices: [...devices],
  zone,
  from: from / 1000,
  to: to / 1000,
});

export interface DayFound {
  device: number;
  day: string;
  count: number;
  minutes: number | null;
}

async function found(
  samples: SamplesDb,
  sql: string,
  params: ReturnType<typeof paramsOf> & QueryParams,
): Promise<DayFound[]> {
  const {
    device = [],
    day = [],
    n = [],
    minutes = [],
  } = await askInZone(params.zone, params.from * 1000, (zone) => samples.columns(sql, { ...params, zone }));
  return device.map((id, row) => ({
    device: Number(id),
    day: String(day[row]),
    count: Number(n[row]),
    minutes: minutes[row] === undefined || minutes[row] === null ? null : Number(minutes[row]),
  }));
}

/** Five minutes of each local day of which something is stored. */
export function readSteps(samples: SamplesDb, asked: Asked): Promise<DayFound[]> {
  return found(
    samples,
    `SELECT device, toString(toDate(bucket, {zone:String})) AS day, uniqExact(bucket) AS n FROM rollup_5m
     WHERE ${WHERE} AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')
     GROUP BY device, day`,
    paramsOf(asked),
  );
}

/** Messages with samples that came long after they were measured, by the day of the samples. */
export function readLate(samples: SamplesDb, asked: Asked): Promise<DayFound[]> {
  return found(
    samples,
    `SELECT m.device AS device, toString(toDate(m.from, {zone:String})) AS day, count() AS n,
       max(dateDiff('minute', m.from, m.at)) AS minutes
     FROM late_marks AS m
     WHERE m.device IN {devices:Array(UInt32)} AND m.from >= toDateTime({from:UInt32}, 'UTC')
       AND m.from < toDateTime({to:UInt32}, 'UTC') AND dateDiff('minute', m.from, m.at) >= ${LATE_MINUTES}
     GROUP BY device, day`,
    paramsOf(asked),
  );
}

/** Lifetime counters that fell, as after another device, a new board or a restart. */
export function readResets(samples: SamplesDb, asked: Asked): Promise<DayFound[]> {
  return found(
    samples,
    `SELECT device, toString(toDate(time, {zone:String})) AS day, count() AS n, NULL AS minutes FROM (
       SELECT device, time, value, lagInFrame(value, 1, value) OVER (PARTITION BY device ORDER BY time
         ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS before
       FROM samples FINAL WHERE ${WHERE} AND point = {total:UInt16}
         AND time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC'))
     WHERE before - value > ${LEAST_FALL_KWH} GROUP BY device, day`,
    { ...paramsOf(asked), total: idOf('energy.total') },
  );
}

/** The longest time of each day for which a power that is not zero did not move at all. */
export function readStale(samples: SamplesDb, asked: Asked): Promise<DayFound[]> {
  return found(
    samples,
    `SELECT device, day, toUInt64(1) AS n, max(steps) * 5 AS minutes FROM (
       SELECT device, day, island, count() AS steps FROM (
         SELECT device, day, avg, sum(moved) OVER (PARTITION BY device, day ORDER BY bucket) AS island FROM (
           SELECT device, bucket, avg, toString(toDate(bucket, {zone:String})) AS day,
             min != max OR avg != lagInFrame(avg, 1, -1) OVER (PARTITION BY device ORDER BY bucket
               ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS moved
           FROM rollup_5m FINAL WHERE ${WHERE} AND point = {power:UInt16}
             AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')))
       WHERE avg > 0 GROUP BY device, day, island HAVING steps >= ${STALE_STEPS})
     GROUP BY device, day`,
    { ...paramsOf(asked), power: idOf('ac.power') },
  );
}

/** Readings that were refused because the clock of their device was wrong, by local day. */
export async function readClockErrors(
  db: Db,
  asked: Asked & { dayOf: (time: number) => string },
): Promise<DayFound[]> {
  const rows = await db
    .selectFrom('deviceClockErrors')
    .select(['deviceId', 'hour', 'count', 'offBy'])
    .where('deviceId', 'in', [...asked.devices])
    .where('hour', '>=', new Date(asked.from))
    .where('hour', '<', new Date(asked.to))
    .execute();
  const days = new Map<string, DayFound>();
  for (const { deviceId, hour, count, offBy } of rows) {
    const day = asked.dayOf(hour.getTime());
    const known = days.get(`${deviceId} ${day}`);
    days.set(`${deviceId} ${day}`, {
      device: deviceId,
      day,
      count: count + (known?.count ?? 0),
      minutes: Math.max(Math.round(Math.abs(Number(offBy)) / 60_000), known?.minutes ?? 0),
    });
  }
  return [...days.values()];
}

/** Alarms of powers that cannot be, by the local day on which they began. */
export async function readImplausible(
  db: Db,
  asked: Asked & { station: number; dayOf: (time: number) => string },
) {
  const rows = await db
    .selectFrom('alarms')
    .select(['deviceId', 'beganAt', 'recoveredAt'])
    .where('stationId', '=', asked.station)
    .where('type', '=', 'implausiblePower')
    .where('beganAt', '>=', new Date(asked.from))
    .where('beganAt', '<', new Date(asked.to))
    .execute();
  return rows.map(({ deviceId, beganAt, recoveredAt }): DayFound => ({
    device: deviceId,
    day: asked.dayOf(beganAt.getTime()),
    count: 1,
    minutes: recoveredAt && Math.round((recoveredAt.getTime() - beganAt.getTime()) / 60_000),
  }));
}
