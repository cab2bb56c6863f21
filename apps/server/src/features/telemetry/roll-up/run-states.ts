import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { TouchedRange } from './dirty-ranges.ts';
import { ceilBucket, floorBucket } from './energy-cells.ts';
import { idOf } from './flow-sources.ts';

/** Keeps the run state that devices told last in each five minutes that the ranges touch. */
export async function rollUpRunStates(
  db: SamplesDb,
  ranges: readonly TouchedRange[],
  version: number,
): Promise<void> {
  if (ranges.length === 0) return;
  await db.command(
    `INSERT INTO run_state_5m (device, bucket, state, version)
     SELECT device, toStartOfFiveMinutes(time) AS bucket, toUInt8(argMax(value, time)), {version:UInt64}
     FROM samples FINAL
     WHERE device IN {devices:Array(UInt32)} AND point = {point:UInt32} AND value BETWEEN 0 AND 250
       AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({to:Int64})
     GROUP BY device, bucket`,
    {
      devices: [...new Set(ranges.map((range) => range.device))],
      point: idOf('state'),
      from: floorBucket(Math.min(...ranges.map((range) => range.from))),
      to: ceilBucket(Math.max(...ranges.map((range) => range.to)) + 1),
      version,
    },
  );
}
