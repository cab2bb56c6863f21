import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import type { AlarmRecord } from './alarm-book.ts';
import { FAULT_POINTS, faultPointId } from './fault-words.ts';
import type { PastAlarms } from './past-alarms.ts';

/** Alarms whose begin is looked for by one statement. */
const AT_ONCE = 1000;
const POINTS = FAULT_POINTS.map(faultPointId);

/**
 * Looks which alarms that late data of some devices left open begin with a sample that is gone, and answers the function that drops those: of the
 * rest the data may go on. What was opened meanwhile stays.
 */
export async function findGonePast(
  samples: SamplesDb,
  past: PastAlarms,
  deviceIds: Iterable<number>,
): Promise<() => void> {
  const open = [...deviceIds].flatMap((id) => openOf(past, id));
  const gone = new Set<AlarmRecord>();
  for (let from = 0; from < open.length; from += AT_ONCE) {
    const part = open.slice(from, from + AT_ONCE);
    const stored = await readTelling(samples, part);
    for (const record of part) if (!stored.has(keyOf(record.deviceId, record.beganAt))) gone.add(record);
  }
  return () => {
    for (const { deviceId } of gone) {
      const cursor = past.cursors.get(deviceId);
      if (!cursor) continue;
      for (const [code, record] of cursor.open) if (gone.has(record)) cursor.open.delete(code);
      if (cursor.folded && gone.has(cursor.folded)) cursor.folded = undefined;
      if (cursor.open.size === 0 && !cursor.folded) past.cursors.delete(deviceId);
    }
  };
}

function openOf({ cursors }: PastAlarms, deviceId: number): AlarmRecord[] {
  const { open, folded } = cursors.get(deviceId) ?? {};
  return [...(open?.values() ?? []), ...(folded ? [folded] : [])];
}

const keyOf = (deviceId: number, time: number) => `${deviceId} ${time}`;

/** Devices and times at which a fault is told in the store. */
async function readTelling(
  samples: SamplesDb,
  records: readonly AlarmRecord[],
): Promise<ReadonlySet<string>> {
  const times = records.map(({ beganAt }) => beganAt);
  const { device = [], at = [] } = await samples.columns(
    `SELECT device, toUnixTimestamp64Milli(time) AS at FROM samples FINAL
     WHERE device IN {devices:Array(UInt32)} AND point IN {points:Array(UInt32)} AND value != 0
       AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time <= fromUnixTimestamp64Milli({to:Int64})
       AND toUnixTimestamp64Milli(time) IN {times:Array(Int64)}
     GROUP BY device, time`,
    {
      devices: [...new Set(records.map(({ deviceId }) => deviceId))],
      points: POINTS,
      from: Math.min(...times),
      to: Math.max(...times),
      times: [...new Set(times)],
    },
  );
  return new Set(device.map((id, row) => keyOf(Number(id), Number(at[row]))));
}
