import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSampleColumns } from '../../platform/sample-columns.ts';
import { decodeFacts, encodeFacts, inMessages, ROWS_PER_MESSAGE } from './fact-message.ts';

function blockOf(rows: number) {
  const block = createSampleColumns();
  for (let row = 0; row < rows; row += 1) block.add(4_000_000_000 + row, row, 1.7e12 + row, row / 3);
  return block;
}

const rowsOf = ({ length, ...columns }: ReturnType<typeof decodeFacts>['block']) =>
  [columns.devices, columns.points, columns.times, columns.values].map((column) => [
    ...column.subarray(0, length),
  ]);

test('what is told is heard, wherever the bytes lie', () => {
  const source = randomUUID();
  const block = blockOf(7);
  const bytes = encodeFacts({ source, number: 3, block });
  const shifted = Buffer.alloc(bytes.length + 3);
  shifted.set(bytes, 3);
  for (const received of [
    bytes,
    new Uint8Array(shifted.buffer).subarray(shifted.byteOffset + 3),
    shifted.subarray(3),
  ]) {
    const heard = decodeFacts(received.subarray(0, bytes.length));
    expect([heard.source, heard.number, heard.block.length]).toEqual([source, 3, 7]);
    expect(rowsOf(heard.block)).toEqual(rowsOf(block));
  }
});

test('a layout of a newer version and bytes that are cut off are refused', () => {
  const bytes = encodeFacts({ source: randomUUID(), number: 1, block: blockOf(2) });
  expect(() => decodeFacts(bytes.subarray(0, bytes.length - 1))).toThrow('cut off');
  bytes[0] = 2;
  expect(() => decodeFacts(bytes)).toThrow('does not know');
  expect(() => decodeFacts(new Uint8Array(3))).toThrow('does not know');
});

test('a message holds no more than a server of messages takes', () => {
  const parts = [...inMessages(blockOf(ROWS_PER_MESSAGE + 1))];
  expect(parts.map(({ length }) => length)).toEqual([ROWS_PER_MESSAGE, 1]);
  const bytes = encodeFacts({ source: randomUUID(), number: 1, block: parts[0]! });
  expect(bytes.length).toBeLessThan(1_000_000);
});
