import type { DeviceLive, DeviceStatus } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { deviceLive } from '../../../test/makers.ts';
import {
  createOfflineWatch,
  forgetMistimed,
  GRACE_MS,
  HOLD_MS,
  isSilent,
  judgeDue,
  judgeOffline,
  noteHeard,
  noteState,
  type Wiring,
} from './offline-watch.ts';

const noon = Date.UTC(2026, 5, 21, 12);
const state = (deviceId: number, status: DeviceStatus, lastSeenAt: number | null = null): DeviceLive =>
  deviceLive({ deviceId, stationId: 1, status, connection: 'v5', lastSeenAt });
const nothingWired: Wiring = { device: () => undefined, childrenOf: () => [] };
const childTwoOfOne: Wiring = {
  device: (id) => ({ parentId: id === 2 ? 1 : null }),
  childrenOf: (id) => (id === 1 ? [{ id: 2 }] : []),
};

const judged = (watch: ReturnType<typeof createOfflineWatch>, now: number) =>
  [...judgeOffline(watch, now)].map(({ deviceId, since }) => [deviceId, since]);

const note = (
  watch: ReturnType<typeof createOfflineWatch>,
  live: DeviceLive,
  { now = noon, isLogger = false } = {},
) => noteState(watch, live, { now, isLogger });

test('a silent device is told with the time of its last sign of life', () => {
  const watch = createOfflineWatch(nothingWired);
  note(watch, { ...state(1, 'offline', noon), lastDataAt: noon - 5000 });
  note(watch, { ...state(2, 'offline', noon - 1000), lastDataAt: noon - 5000 }, { isLogger: true });
  note(watch, state(3, 'offline'));
  note(watch, state(4, 'standby'));
  expect(judged(watch, noon + HOLD_MS)).toEqual([
    [1, noon - 5000],
    [2, noon - 1000],
    [3, noon],
  ]);
});

test('a device that sends its past is there', () => {
  const watch = createOfflineWatch(nothingWired);
  note(watch, state(1, 'offline'));
  expect(note(watch, state(1, 'backFilling'), { now: noon + 1000 })).toBe(true);
  expect(judged(watch, noon + HOLD_MS)).toEqual([]);
});

test('what a bad line loses for less than half an hour is no alarm', () => {
  const watch = createOfflineWatch(nothingWired);
  note(watch, { ...state(1, 'offline'), lastDataAt: noon - GRACE_MS });
  expect(judged(watch, noon + 29 * 60_000)).toEqual([]);
  expect(judged(watch, noon + 30 * 60_000)).toEqual([[1, noon - GRACE_MS]]);
});

test('a short silence is not told: the device may be sending what it kept', () => {
  const watch = createOfflineWatch(nothingWired);
  note(watch, state(1, 'offline'));
  expect(judged(watch, noon + HOLD_MS - 1)).toEqual([]);
  expect(note(watch, state(1, 'normal'), { now: noon + HOLD_MS - 1 })).toBe(true);
  expect(judged(watch, noon + HOLD_MS)).toEqual([]);
});

test('after a start devices have time to come back', () => {
  const watch = createOfflineWatch(nothingWired);
  watch.judgeFrom = noon + GRACE_MS;
  note(watch, state(1, 'offline'), { now: noon - HOLD_MS });
  expect(judged(watch, noon + GRACE_MS - 1)).toEqual([]);
  expect(judged(watch, noon + GRACE_MS)).toHaveLength(1);
});

test('a device that is there ends its alarm, also one that nobody saw fall silent', () => {
  const watch = createOfflineWatch(nothingWired);
  expect(note(watch, state(1, 'normal'))).toBe(true);
  note(watch, state(1, 'offline'));
  expect(note(watch, state(1, 'connecting'))).toBe(false);
  expect(note(watch, state(1, 'normal'))).toBe(true);
});

test('a silent logger hides its children, whichever fell silent first', () => {
  const watch = createOfflineWatch(childTwoOfOne);
  note(watch, state(2, 'offline'));
  note(watch, state(1, 'offline'), { isLogger: true });
  expect(judged(watch, noon + HOLD_MS).map(([deviceId]) => deviceId)).toEqual([1]);
});

test('children that stay silent after their logger came back are told after a grace', () => {
  const watch = createOfflineWatch(childTwoOfOne);
  note(watch, state(1, 'offline'), { isLogger: true });
  note(watch, state(2, 'offline'));
  const back = noon + HOLD_MS;
  note(watch, state(1, 'online'), { now: back, isLogger: true });
  expect(judged(watch, back + GRACE_MS - 1)).toEqual([]);
  expect(judged(watch, back + GRACE_MS)).toEqual([[2, noon]]);
});

/** What was stored: devices, each with a time. */
const block = (...rows: [number, number][]) => ({
  devices: rows.map(([id]) => id),
  times: rows.map(([, time]) => time),
  length: rows.length,
});

const due = (watch: ReturnType<typeof createOfflineWatch>, now: number) =>
  [...judgeDue(watch, now)].map(({ deviceId }) => deviceId);

test('a device is judged once when its time has come, and again when it changed', () => {
  const watch = createOfflineWatch(childTwoOfOne);
  note(watch, state(3, 'offline'));
  note(watch, state(4, 'offline'), { now: noon + 1000 });
  expect(due(watch, noon + HOLD_MS - 1)).toEqual([]);
  expect(due(watch, noon + HOLD_MS)).toEqual([3]);
  expect(due(watch, noon + HOLD_MS + 1000)).toEqual([4]);
  expect(due(watch, noon + 2 * HOLD_MS)).toEqual([]);
  watch.changed.add(3).add(5);
  expect(due(watch, noon + 2 * HOLD_MS)).toEqual([3]);
  expect(judged(watch, noon + 2 * HOLD_MS).map(([deviceId]) => deviceId)).toEqual([3, 4]);
});

test('a child that its logger hid falls due after the logger came back', () => {
  const watch = createOfflineWatch(childTwoOfOne);
  note(watch, state(1, 'offline'), { isLogger: true });
  note(watch, state(2, 'offline'));
  const back = noon + HOLD_MS;
  expect(due(watch, back)).toEqual([1]);
  note(watch, state(1, 'online'), { now: back, isLogger: true });
  expect(due(watch, back + GRACE_MS - 1)).toEqual([]);
  expect(due(watch, back + GRACE_MS)).toEqual([2]);
});

test('one that fell silent again waits behind those that fell silent before it', () => {
  const watch = createOfflineWatch(nothingWired);
  note(watch, state(1, 'offline'));
  note(watch, state(2, 'offline'), { now: noon + 1000 });
  note(watch, state(1, 'normal'), { now: noon + 2000 });
  note(watch, state(1, 'offline'), { now: noon + 3000 });
  expect(due(watch, noon + HOLD_MS + 1000)).toEqual([2]);
  expect(due(watch, noon + HOLD_MS + 3000)).toEqual([1]);
});

test('a device that tells wrong times is no silent one while something comes of it', () => {
  const watch = createOfflineWatch(nothingWired);
  note(watch, { ...state(1, 'offline'), lastDataAt: noon - GRACE_MS });
  expect(noteHeard(watch, block([1, noon], [1, noon - GRACE_MS], [2, noon]), noon + HOLD_MS)).toEqual([1]);
  expect(judged(watch, noon + HOLD_MS)).toEqual([]);
  expect([...judgeDue(watch, noon + HOLD_MS + GRACE_MS)]).toEqual([{ deviceId: 1, since: noon - GRACE_MS }]);
});

test('what came with times of long ago is known for a while, what came with those of now is not', () => {
  const watch = createOfflineWatch(nothingWired);
  for (const id of [1, 2, 3]) note(watch, { ...state(id, 'offline'), lastDataAt: noon - 5 * GRACE_MS });
  noteHeard(watch, block([1, noon - 5 * GRACE_MS], [2, noon - 5 * GRACE_MS], [2, noon]), noon);
  noteHeard(watch, block([3, noon - GRACE_MS]), noon + 1000);
  expect([...watch.mistimed]).toEqual([
    [1, noon],
    [3, noon + 1000],
  ]);
  forgetMistimed(watch, noon + 1);
  expect([...watch.mistimed.keys()]).toEqual([3]);
});

test('the night ends no silence: a device that was silent before it is so after it', () => {
  const watch = createOfflineWatch(nothingWired);
  note(watch, { ...state(1, 'offline'), lastDataAt: noon });
  expect(note(watch, { ...state(1, 'standby'), lastDataAt: noon })).toBe(false);
  expect(judged(watch, noon + HOLD_MS)).toEqual([[1, noon]]);
  expect(note(watch, { ...state(1, 'standby'), lastDataAt: noon + 1 })).toBe(true);
});

test('what fell due before anything may be judged is judged then', () => {
  const watch = createOfflineWatch(nothingWired);
  watch.judgeFrom = noon + 2 * HOLD_MS;
  note(watch, state(1, 'offline'));
  expect([...judgeDue(watch, noon + HOLD_MS)]).toEqual([]);
  expect([...judgeDue(watch, noon + 2 * HOLD_MS)]).toEqual([{ deviceId: 1, since: noon }]);
});

test('a device that is heard with a wrong clock stays heard while it waits anew', () => {
  const watch = createOfflineWatch(nothingWired);
  note(watch, state(1, 'offline'));
  const due = noon + HOLD_MS;
  noteHeard(watch, { devices: [1], times: [0], length: 1 }, due - 1000);
  expect([...judgeDue(watch, due)]).toEqual([]);
  expect(isSilent(watch, 1, due + 1000)).toBe(false);
});
