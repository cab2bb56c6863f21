import type { DeviceLive, DeviceStatus } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { CHILD_GRACE_MS, createOfflineWatch, judgeOffline, noteState } from './offline-watch.ts';

const noon = Date.UTC(2026, 5, 21, 12);
const state = (deviceId: number, status: DeviceStatus, lastSeenAt: number | null = null): DeviceLive => ({
  deviceId,
  stationId: 1,
  status,
  runMode: null,
  connection: 'v5',
  power: null,
  energyToday: null,
  soc: null,
  signal: null,
  lastDataAt: null,
  lastSeenAt,
  openAlarms: 0,
});
const judged = (watch: ReturnType<typeof createOfflineWatch>, now: number) =>
  [...judgeOffline(watch, now)].map(({ deviceId, since }) => [deviceId, since]);

test('a silent device is told with the time of its last sign of life', () => {
  const watch = createOfflineWatch();
  noteState(watch, state(1, 'offline', noon - 5000), noon);
  noteState(watch, state(2, 'offline'), noon);
  noteState(watch, state(3, 'standby'), noon);
  expect(judged(watch, noon)).toEqual([
    [1, noon - 5000],
    [2, noon],
  ]);
});

test('only a device that was offline comes back', () => {
  const watch = createOfflineWatch();
  expect(noteState(watch, state(1, 'normal'), noon)).toBe(false);
  noteState(watch, state(1, 'offline'), noon);
  expect(noteState(watch, state(1, 'normal'), noon)).toBe(true);
  expect(judged(watch, noon)).toEqual([]);
});

test('a silent logger hides its children, whichever fell silent first', () => {
  const watch = createOfflineWatch();
  watch.parents.set(2, 1);
  noteState(watch, state(2, 'offline'), noon);
  noteState(watch, state(1, 'offline'), noon);
  expect(judged(watch, noon).map(([deviceId]) => deviceId)).toEqual([1]);
});

test('children that stay silent after their logger came back are told after a grace', () => {
  const watch = createOfflineWatch();
  watch.parents.set(2, 1);
  noteState(watch, state(1, 'offline'), noon);
  noteState(watch, state(2, 'offline'), noon);
  noteState(watch, state(1, 'online'), noon + 1000);
  expect(judged(watch, noon + CHILD_GRACE_MS)).toEqual([]);
  expect(judged(watch, noon + 1000 + CHILD_GRACE_MS)).toEqual([[2, noon]]);
});
