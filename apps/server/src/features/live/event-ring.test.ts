import type { LiveEvent } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { threadMs } from '../../../test/thread-ms.ts';
import { EventRing } from './event-ring.ts';

const points = (deviceId: number): LiveEvent => ({ type: 'points', deviceId, time: 1, values: {} });
const of = { stationId: null, deviceId: 1 };
let now = 1_700_000_000_000;
const idOf = (lines: string) => /^id: (.*)$/m.exec(lines)?.[1] ?? '';

test('a client goes on after the event it had last', () => {
  const ring = new EventRing(10, JSON.stringify, () => now);
  const first = ring.add(points(1), of);
  ring.add(points(2), of);
  ring.add(points(3), of);
  expect(ring.after(idOf(first.lines))?.map((one) => one.sequence)).toEqual([2, 3]);
  expect(ring.after(ring.lastId)).toEqual([]);
});

test('what is no longer kept, of another start, or nonsense cannot be gone on from', () => {
  const ring = new EventRing(3, JSON.stringify, () => now);
  const ids = [1, 2, 3, 4, 5].map((device) => idOf(ring.add(points(device), of).lines));
  expect(ring.after(ids[0]!)).toBeUndefined();
  expect(ring.after(ids[1]!)?.map((one) => one.sequence)).toEqual([3, 4, 5]);
  expect(new EventRing(3, JSON.stringify, () => now).after(ids[4]!)).toBeUndefined();
  for (const id of ['', '-', 'x-y', ids[4]!.replace('-5-', '-99-')]) expect(ring.after(id)).toBeUndefined();
});

test('the lines are those of a server-sent event', () => {
  const { lines } = new EventRing(3, JSON.stringify, () => now).add(points(7), of);
  expect(lines).toMatch(/^id: [0-9a-f]{8}-1-\d+\ndata: \{"type":"points","deviceId":7,.*\}\n\n$/);
});

test('a client of another server goes on from the time of its last event, some of it twice', () => {
  const [here, there] = [
    new EventRing(4, JSON.stringify, () => now),
    new EventRing(4, JSON.stringify, () => now),
  ];
  const both = (device: number) => {
    now += 2000;
    return [here, there].map((ring) => idOf(ring.add(points(device), of).lines));
  };
  const first = both(1);
  expect(there.around(first[0]!)).toBeUndefined();
  both(2);
  const third = both(3);
  both(4);
  const devicesOf = (events = there.around(third[0]!)) =>
    events?.map(({ event }) => event.type === 'points' && event.deviceId);
  expect(devicesOf()).toEqual([2, 3, 4]);
  // What it was sent last is no longer kept with what came before.
  for (const device of [5, 6, 7]) both(device);
  expect(devicesOf()).toBeUndefined();
  for (const id of ['', 'x', `${'0'.repeat(8)}-1-`, `${'0'.repeat(8)}-1-9e9`])
    expect(there.around(id)).toBeUndefined();
});

test('what was before a device changed is not told again to who watches it, however many changed since', () => {
  const ring = new EventRing(3, JSON.stringify, () => now);
  const [first, second] = [ring.add(points(7), of), ring.add(points(7), of)];
  ring.deviceChanged(7);
  const after = (entry: { lines: string }, ...devices: number[]) =>
    ring.after(idOf(entry.lines), devices)?.length;
  expect([after(first, 7), after(first, 8), after(second, 7)]).toEqual([undefined, 1, 0]);
  for (const device of [1, 2, 3, 4]) ring.deviceChanged(device);
  expect([after(first, 7), after(second, 7), after(second, 4)]).toEqual([undefined, 0, 0]);
});

test('hundreds of thousands of devices that change at once are noted in no time', () => {
  const ring = new EventRing(32_768, JSON.stringify, () => now);
  const { lines } = ring.add(points(7), of);
  const began = threadMs();
  for (let device = 0; device < 300_000; device += 1) ring.deviceChanged(device);
  expect(threadMs() - began).toBeLessThan(500);
  expect([ring.after(idOf(lines), [299_999])?.length, ring.after(idOf(lines), [1])?.length]).toEqual([0, 0]);
  ring.add(points(7), of);
  for (let device = 0; device < 100_000; device += 1) ring.deviceChanged(device);
  expect([ring.after(idOf(lines), [99_999]), ring.after(idOf(lines), [1])]).toEqual([undefined, undefined]);
});

test('large events are kept as far as they have room, and the others go on', () => {
  const values = Object.fromEntries(Array.from({ length: 450 }, (_, n) => [`custom.word${n}`, n]));
  const large = (deviceId: number): LiveEvent => ({ type: 'points', deviceId, time: 1, values });
  const ring = new EventRing(1000, JSON.stringify, () => now, 1024 * 1024);
  const ids: string[] = [];
  for (let n = 0; n < 100; n += 1) {
    now += 10_000;
    ids.push(idOf(ring.add(large(n), of).lines));
  }
  const kept = ids.findIndex((id) => ring.after(id) !== undefined);
  expect(kept).toBeGreaterThan(70);
  expect(kept).toBeLessThan(90);
  expect([ring.around(ids[10]!), ring.around(ids[95]!)?.length]).toEqual([undefined, 5]);
  for (let n = 0; n < 2000; n += 1) ring.add(points(n), of);
  expect(ring.after(ids[99]!)).toBeUndefined();
  expect(ring.after(idOf(ring.add(points(1), of).lines))).toEqual([]);
});
