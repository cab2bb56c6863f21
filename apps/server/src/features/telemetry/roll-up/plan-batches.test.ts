import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planBatches } from './plan-batches.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const range = (device: number, from: number, to: number) => ({ device, from, to });
const fast = () => false;

test('devices touched in the same minutes are one batch; late data of a device is another', () => {
  const now = 1000 * DAY;
  const live = [1, 2, 3].map((device) => range(device, now, now + 20_000));
  const batches = planBatches([...live, range(4, now - 30 * DAY, now - 30 * DAY)], fast);
  expect(batches.map((batch) => batch.map((one) => one.device))).toEqual([[4], [1, 2, 3]]);
});

test('a batch stays below its device-days, and slow devices stay among themselves', () => {
  const history = [1, 2, 3, 4, 5].map((device) => range(device, 0, 35 * DAY));
  const batches = planBatches(history, (device) => device === 5, { days: 70, ranges: 10 });
  expect(batches.map((batch) => batch.map((one) => one.device))).toEqual([[1, 2], [3, 4], [5]]);
});

test('every touched time is in some batch, once a device', () => {
  const some = fc.array(
    fc.tuple(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 900 }),
      fc.integer({ min: 0, max: 400 }),
    ),
  );
  fc.assert(
    fc.property(some, (list) => {
      const ranges = list.map(([device, from, length]) => range(device, from * DAY, (from + length) * DAY));
      const planned = planBatches(ranges, fast).flat();
      for (const one of ranges) {
        const own = planned.filter((piece) => piece.device === one.device);
        expect(own.some((piece) => piece.from <= one.from && piece.to >= one.from)).toBe(true);
        expect(own.some((piece) => piece.from <= one.to && piece.to >= one.to)).toBe(true);
      }
    }),
  );
});
