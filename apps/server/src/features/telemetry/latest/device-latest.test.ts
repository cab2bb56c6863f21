import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSampleColumns } from '../../../platform/sample-columns.ts';
import { LatestValues, type DeviceLatest } from './device-latest.ts';
import { PointLayout } from './point-layout.ts';

const toMap = (latest: DeviceLatest) =>
  new Map(latest.points.map((point, place) => [point, [latest.timeAt(place), latest.values[place]!]]));
const none = PointLayout.none();

/** Rows of one message stand together, as in a block that was stored. */
function messageOf(time: number, values: readonly (readonly [point: number, value: number])[]) {
  const block = createSampleColumns();
  for (const [point, value] of values) block.add(7, point, time, value);
  return block;
}

test('the newest value of each point is kept, whatever the order of points and times', () => {
  const whole = fc.constantFrom([1, 2, 3], [3, 2, 1], [1, 2, 3, 4], [1, 2], [2]);
  const message = fc.tuple(fc.nat(9), fc.oneof(whole, fc.array(fc.nat(6), { maxLength: 8 })), fc.nat(1000));
  fc.assert(
    fc.property(fc.array(message, { maxLength: 40 }), (messages) => {
      const latest = new LatestValues(7, none);
      const expected = new Map<number, [number, number]>();
      for (const [time, points, value] of messages) {
        const rows = points.map((point, place) => [point, value + place / 2] as const);
        if (rows.length > 0) latest.take(messageOf(time, rows), 0, rows.length);
        for (const [point, told] of rows)
          if (time >= (expected.get(point)?.[0] ?? -1)) expected.set(point, [time, told]);
      }
      expect(toMap(latest)).toEqual(expected);
    }),
  );
});

test('devices that bring the same points in the same order share the list of them', () => {
  const [one, two, other] = [1, 2, 3].map((id) => new LatestValues(id, none));
  const rows = [10, 20, 30].map((point) => [point, 1] as const);
  one!.take(messageOf(100, rows), 0, 3);
  two!.take(messageOf(200, rows), 0, 3);
  other!.take(messageOf(200, rows.toReversed()), 0, 3);
  expect(two!.points).toBe(one!.points);
  expect(other!.points).toEqual([30, 20, 10]);
});

test('what the store held never replaces what came since', () => {
  const latest = new LatestValues(7, none);
  latest.take(messageOf(100, [[1, 11]]), 0, 1);
  latest.dirty = false;
  latest.restore(1, 90, 9);
  latest.restore(1, 100, 10);
  latest.restore(2, 50, 5);
  expect(toMap(latest)).toEqual(
    new Map([
      [1, [100, 11]],
      [2, [50, 5]],
    ]),
  );
  expect(latest.dirty).toBe(false);
});
