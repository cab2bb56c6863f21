import { expect, test } from 'vitest';
import { LatestValues } from './device-latest.ts';
import { PointLayout } from './point-layout.ts';
import { RecentDevices } from './recent-devices.ts';

const MINUTE_MS = 60_000;
const layout = PointLayout.none();
const began = performance.now();

function recentOf(count: number): RecentDevices {
  const recent = new RecentDevices();
  for (let id = 1; id <= count; id += 1) recent.set(new LatestValues(id, layout));
  return recent;
}

const idsOf = (recent: RecentDevices, count: number) =>
  Array.from({ length: count }, (_, n) => n + 1).filter((id) => recent.has(id));

test('devices that nobody uses are let go of, the ones in use and what is not written stay', () => {
  const recent = recentOf(3);
  recent.get(3)!.dirty = true;
  recent.age(began + 11 * MINUTE_MS);
  expect(idsOf(recent, 3)).toEqual([1, 2, 3]);
  recent.get(2);
  recent.age(began + 22 * MINUTE_MS);
  expect(idsOf(recent, 3)).toEqual([2, 3]);
  recent.get(3)!.dirty = false;
  recent.age(began + 33 * MINUTE_MS);
  recent.age(began + 44 * MINUTE_MS);
  expect(recent.size).toBe(0);
});

test('a look within a span lets go of nothing', () => {
  const recent = recentOf(2);
  recent.age(began + 11 * MINUTE_MS);
  recent.age(began + 12 * MINUTE_MS);
  expect(idsOf(recent, 2)).toEqual([1, 2]);
});

test('a large fleet does not stay in memory for a whole span', () => {
  const recent = recentOf(60_000);
  recent.age(began);
  expect(recent.size).toBe(60_000);
  for (let id = 1; id <= 30_000; id += 1) recent.get(id);
  recent.age(began);
  expect(recent.size).toBe(30_000);
});
