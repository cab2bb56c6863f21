import { sql } from 'kysely';
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
/** Days of devices that the store looks at together: it holds all that was measured on them. */
const DAYS_AT_ONCE = 1000;
const DAY_MS = 86_400_000;
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
  { devices, ...span }: Asked,
  { text, params }: { text: string; params?: QueryParams },
): Promise<DayFound[]> {
  const all: DayFound[] = [];
  const days = Math.ceil((span.to - span.from) / DAY_MS);
  const atOnce = Math.max(1, Math.floor(DAYS_AT_ONCE / Math.max(1, days)));
  for (let from = 0; from < devices.length; from += atOnce) {
    const known = { ...params, ...paramsOf({ ...span, devices: devices.slice(from, from + atOnce) }) };
    const {
      device = [],
      day = [],
      n = [],
      minutes = [],
    } = await askInZone(span.zone, span.from, (zone) =>
      samples.columns(`${text} SETTINGS max_threads = 1`, { ...known, zone }),
    );
    for (const [row, id] of device.entries())
      all.push({
        device: Number(id),
        day: String(day[row]),
        count: Number(n[row]),
        minutes: minutes[row] === undefined || minutes[row] === null ? null : Number(minutes[row]),
      });
  }
  return all;
}

/** Five minutes of each local day of which something is stored. */
export function readSteps(samples: SamplesDb, asked: Asked): Promise<DayFound[]> {
  return found(samples, asked, {
    text: `SELECT device, toString(toDate(bucket, {zone:String})) AS day, uniqExact(bucket) AS n FROM rollup_5m
     WHERE ${WHERE} AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')
     GROUP BY device, day`,
  });
}

/** Messages with samples that came long after they were measured, by the day of the samples. */
export function readLate(samples: SamplesDb, asked: Asked): Promise<DayFound[]> {
  return found(samples, asked, {
    text: `SELECT m.device AS device, toString(toDate(m.from, {zone:String})) AS day, count() AS n,
       max(dateDiff('minute', m.from, m.at)) AS minutes
     FROM late_marks AS m
     WHERE m.device IN {devices:Array(UInt32)} AND m.from >= toDateTime({from:UInt32}, 'UTC')
       AND m.from < toDateTime({to:UInt32}, 'UTC') AND dateDiff('minute', m.from, m.at) >= ${LATE_MINUTES}
     GROUP BY device, day`,
  });
}

/** Lifetime counters that fell, as after another device, a new board or a restart. */
export function readResets(samples: SamplesDb, asked: Asked): Promise<DayFound[]> {
  return found(samples, asked, {
    text: `SELECT device, toString(toDate(time, {zone:String})) AS day, count() AS n, NULL AS minutes FROM (
       SELECT device, time, value, lagInFrame(value, 1, value) OVER (PARTITION BY device ORDER BY time
         ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS before
       FROM samples FINAL WHERE ${WHERE} AND point = {total:UInt16}
         AND time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC'))
     WHERE before - value > ${LEAST_FALL_KWH} GROUP BY device, day`,
    params: { total: idOf('energy.total') },
  });
}

/** The longest time of each day for which a power that is not zero did not move at all. */
export function readStale(samples: SamplesDb, asked: Asked): Promise<DayFound[]> {
  return found(samples, asked, {
    text: `SELECT device, day, toUInt64(1) AS n, longest * 5 AS minutes FROM (
       SELECT device, toString(toDate(bucket, {zone:String})) AS day,
         arraySort(groupArray((bucket, avg, min != max))) AS steps, steps.2 AS powers,
         arrayMap((power, before, moved) -> moved OR power != before, powers, arrayPushFront(arrayPopBack(powers), -1), steps.3) AS moves,
         arrayMax(same -> if(same[1] > 0, length(same), 0), arraySplit((power, moved) -> moved, powers, moves)) AS longest
       FROM rollup_5m FINAL WHERE ${WHERE} AND point = {power:UInt16}
         AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')
       GROUP BY device, day)
     WHERE longest >= ${STALE_STEPS}`,
    params: { power: idOf('ac.power') },
  });
}

/** Readings that were refused because the clock of their device was wrong, by local day. */
export async function readClockErrors(
  db: Db,
  asked: Asked & { dayOf: (time: number) => string },
): Promise<DayFound[]> {
  const rows = await db
    .selectFrom('deviceClockErrors')
    .select(['deviceId', 'hour', 'count', 'offBy'])
    .where('deviceId', '=', sql<number>`ANY(${[...asked.devices]}::bigint[])`)
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
