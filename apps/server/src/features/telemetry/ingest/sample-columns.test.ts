import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { int64Bytes, nativeSamples } from './native-samples.ts';
import { createSampleColumns, type SampleColumns } from '../../../platform/sample-columns.ts';

const rowsOf = (block: SampleColumns) =>
  Array.from({ length: block.length }, (_, row) => [
    block.devices[row],
    block.points[row],
    block.times[row],
    block.values[row],
  ]);

test('rows survive growth, appending and taking back', () => {
  const block = createSampleColumns(2);
  for (let row = 0; row < 5; row += 1) block.add(row, row + 10, row * 1000, row / 4);
  const other = createSampleColumns(1);
  other.append(block);
  other.append(block);
  expect(rowsOf(other)).toEqual([...rowsOf(block), ...rowsOf(block)]);
  other.truncate(5);
  other.add(9, 9, 9, 9);
  expect(rowsOf(other)).toEqual([...rowsOf(block), [9, 9, 9, 9]]);
  other.truncate(100);
  expect(other.length).toBe(6);
});

test('whole numbers become 64-bit integers exactly, on both sides of 1970 and of 2^32', () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeInteger(), { maxLength: 20 }), (numbers) => {
      const bytes = int64Bytes(Float64Array.from(numbers), numbers.length);
      const view = new BigInt64Array(bytes.buffer, bytes.byteOffset, numbers.length);
      expect([...view].map(Number)).toEqual(numbers.map((value) => value + 0));
    }),
  );
});

test('only the rows of a block are sent, not what its arrays have room for', () => {
  const block = createSampleColumns(100);
  block.add(1, 2, 3, 4);
  const native = nativeSamples(block);
  expect(native.rows).toBe(1);
  expect(native.columns.map(({ name, bytes }) => [name, bytes.byteLength])).toEqual([
    ['device', 4],
    ['point', 4],
    ['time', 8],
    ['value', 8],
  ]);
});
