import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import type { DueAlarm } from './due-alarms.ts';
import { STEP_MS } from './missing-energy.ts';

/** Light on the modules of a station in the five minutes in which alarms began, W/m², by their ids; those of which it is not known are left out. */
export async function lightAtBegin(
  samples: SamplesDb,
  station: number,
  alarms: readonly DueAlarm[],
): Promise<ReadonlyMap<number, number>> {
  const bucketOf = ({ beganAt }: DueAlarm) => (Math.floor(beganAt / STEP_MS) * STEP_MS) / 1000;
  const buckets = [...new Set(alarms.map(bucketOf))];
  if (buckets.length === 0) return new Map();
  const { t = [], light = [] } = await samples.columns(
    `SELECT toUnixTimestamp(bucket) AS t, argMax(plane, version) AS light FROM expected_power_5m
     WHERE station = {station:UInt32} AND bucket IN (SELECT toDateTime(arrayJoin({buckets:Array(UInt32)}), 'UTC'))
     GROUP BY bucket HAVING isFinite(light)`,
    { station, buckets },
  );
  const at = new Map(t.map((second, row) => [Number(second), Math.max(0, Number(light[row]))]));
  return new Map(
    alarms.flatMap((alarm) => {
      const found = at.get(bucketOf(alarm));
      return found === undefined ? [] : [[alarm.id, found] as const];
    }),
  );
}
