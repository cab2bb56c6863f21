import { columnBytes, type NativeBlock } from '../../../platform/clickhouse/native-block.ts';
import type { SampleBlock } from '../../../platform/ingest.ts';
import { int64Bytes } from './native-samples.ts';

const DAY = 86_400_000;

/** Times of one device, both ends included, epoch milliseconds. */
export interface LateRange {
  device: number;
  from: number;
  to: number;
}

/**
 * What a block brings from before `before` (epoch milliseconds), as ranges a device. Samples a day or more apart
 * make ranges of their own, so that one old sample does not drag in the weeks up to the next.
 */
export function lateRanges(block: SampleBlock, before: number): LateRange[] {
  const ranges: LateRange[] = [];
  const newest = new Map<number, LateRange>();
  let current: LateRange | undefined;
  const { devices, times, length } = block;
  for (let row = 0; row < length; row += 1) {
    const time = times[row]!;
    if (time >= before) continue;
    const device = devices[row]!;
    // The values of one reading stand together.
    if (row > 0 && time === times[row - 1] && device === devices[row - 1]) continue;
    if (current?.device !== device) current = newest.get(device);
    if (!current || time < current.from - DAY || time > current.to + DAY) {
      current = { device, from: time, to: time };
      ranges.push(current);
      newest.set(device, current);
    } else if (time < current.from) current.from = time;
    else if (time > current.to) current.to = time;
  }
  return ranges;
}

/** Ranges in the column types of table `late_marks`. `at`: when they came, epoch milliseconds. */
export function nativeLateMarks(ranges: readonly LateRange[], at: number): NativeBlock {
  const rows = ranges.length;
  const time = "DateTime64(3, 'UTC')";
  const column = (name: string, pick: (range: LateRange) => number) => ({
    name,
    type: time,
    bytes: int64Bytes(Float64Array.from(ranges, pick), rows),
  });
  const devices = Uint32Array.from(ranges, (range) => range.device);
  return {
    rows,
    columns: [
      { name: 'device', type: 'UInt32', bytes: columnBytes(devices, rows) },
      column('from', (range) => range.from),
      column('to', (range) => range.to),
      column('at', () => at),
    ],
  };
}
