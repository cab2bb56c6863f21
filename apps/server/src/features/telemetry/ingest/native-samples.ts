import { columnBytes, type NativeBlock } from '../../../platform/clickhouse/native-block.ts';
import type { SampleBlock } from '../../../platform/ingest.ts';

const WORD = 2 ** 32;

/** A block in the column types of table `samples`. Its bytes are the block's own, so it must not change meanwhile. */
export function nativeSamples(block: SampleBlock): NativeBlock {
  const { length } = block;
  return {
    rows: length,
    columns: [
      { name: 'device', type: 'UInt32', bytes: columnBytes(block.devices, length) },
      { name: 'point', type: 'UInt32', bytes: columnBytes(block.points, length) },
      { name: 'time', type: "DateTime64(3, 'UTC')", bytes: int64Bytes(block.times, length) },
      { name: 'value', type: 'Float64', bytes: columnBytes(block.values, length) },
    ],
  };
}

/** Whole numbers as little-endian 64-bit integers. Two words each: a BigInt a row costs ten times as much. */
export function int64Bytes(numbers: Float64Array, length: number): Uint8Array {
  const words = new Uint32Array(length * 2);
  for (let index = 0; index < length; index += 1) {
    const value = Math.floor(numbers[index]!);
    // A store into 32 bits keeps the low word.
    words[2 * index] = value;
    words[2 * index + 1] = Math.floor(value / WORD);
  }
  return columnBytes(words, length * 2);
}
