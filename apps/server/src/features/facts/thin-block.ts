import type { SampleBlock } from '../../platform/ingest.ts';
import { createSampleColumns, type SampleColumns } from '../../platform/sample-columns.ts';
import type { FactPoints } from './fact-points.ts';

/**
 * What servers that decide need of a stored block, by partition: of each reading the values of the points that are decided over, else the first
 * value, which says that the device reported. Devices without a partition are left out.
 */
export function thinBlock(
  block: SampleBlock,
  points: FactPoints,
  partitionOf: (deviceId: number) => number | undefined,
): Map<number, SampleColumns> {
  const parts = new Map<number, SampleColumns>();
  const { length, devices, times, values } = block;
  let current = -1;
  let part: SampleColumns | undefined;
  for (let start = 0, end = 0; start < length; start = end) {
    const device = devices[start]!;
    const time = times[start]!;
    while (end < length && devices[end] === device && times[end] === time) end += 1;
    if (device !== current) {
      current = device;
      part = partFor(parts, partitionOf(device));
    }
    if (!part) continue;
    const before = part.length;
    for (let row = start; row < end; row += 1) {
      const point = block.points[row]!;
      if (points[point] === 1) part.add(device, point, time, values[row]!);
    }
    if (part.length === before) part.add(device, block.points[start]!, time, values[start]!);
  }
  return parts;
}

const FIRST_ROWS = 256;

function partFor(
  parts: Map<number, SampleColumns>,
  partition: number | undefined,
): SampleColumns | undefined {
  if (partition === undefined) return undefined;
  const known = parts.get(partition);
  if (known) return known;
  const part = createSampleColumns(FIRST_ROWS);
  parts.set(partition, part);
  return part;
}
