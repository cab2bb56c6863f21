import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LatestValues, type DeviceLatest } from './device-latest.ts';

const toMap = (latest: DeviceLatest) =>
  new Map(
    Array.from({ length: latest.length }, (_, place) => [
      latest.points[place]!,
      [latest.times[place]!, latest.values[place]!],
    ]),
  );

test('the newest value of each point is kept, whatever the order of points and times', () => {
  const samples = fc.array(fc.tuple(fc.nat(40), fc.nat(20), fc.nat(1000)), { maxLength: 200 });
  fc.assert(
    fc.property(samples, (rows) => {
      const latest = new LatestValues(true);
      const expected = new Map<number, [number, number]>();
      for (const [point, time, value] of rows) {
        latest.put(point, time, value);
        if (time >= (expected.get(point)?.[0] ?? -1)) expected.set(point, [time, value]);
      }
      expect(toMap(latest)).toEqual(expected);
    }),
  );
});

test('what the store held never replaces what came since', () => {
  const latest = new LatestValues(false);
  latest.put(1, 100, 11);
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
