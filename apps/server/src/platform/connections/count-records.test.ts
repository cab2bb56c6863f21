import { expect, test } from 'vitest';
import { createRecordCount } from './count-records.ts';

function record(length: number): Buffer {
  const head = Buffer.from([23, 3, 3, 0, 0]);
  head.writeUInt16BE(length, 3);
  return Buffer.concat([head, Buffer.alloc(length, 23)]);
}

const LENGTHS = [0, 22, 1, 16_401, 300, 22, 22, 0, 5];
const line = Buffer.concat(LENGTHS.map(record));

test.each([1, 2, 3, 4, 5, 6, 7, 26, 27, 1000, 16_384, line.length])(
  'each record is counted in the piece in which it begins, in pieces of %d bytes',
  (size) => {
    const begins = LENGTHS.map((_, index) =>
      LENGTHS.slice(0, index).reduce((at, length) => at + 5 + length, 0),
    );
    const count = createRecordCount();
    for (let at = 0; at < line.length; at += size) {
      const began = begins.filter((begin) => begin >= at && begin < at + size).length;
      const goesOn = begins.some((begin) => begin < at && begin + 5 > at);
      // One whose head comes in two pieces counts in both.
      expect(count(line.subarray(at, at + size))).toBe(began + (goesOn ? 1 : 0));
    }
  },
);
