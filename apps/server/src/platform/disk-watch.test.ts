import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { createDiskWatch, diskHealth } from './disk-watch.ts';

const MB = 1024 * 1024;

function openWatch() {
  const state = { now: 1_000_000, free: 500 * MB };
  const watch = createDiskWatch('/data', { now: () => state.now }, async () => state.free);
  return { state, watch, check: () => diskHealth(watch).check() };
}

test('a failure for want of room is told with its time, and is over once nothing fails any more', async () => {
  const { state, watch, check } = openWatch();
  expect(await check()).toMatchObject({
    state: 'ok',
    detail: { full: false, fullSince: null, reason: null },
  });
  watch.note(Object.assign(new Error('Cannot reserve 1.00 MiB'), { code: '243' }));
  const since = state.now;
  for (let n = 0; n < 10; n += 1) {
    state.now += 10_000;
    watch.note('No space left on device');
  }
  expect(await check()).toMatchObject({
    state: 'degraded',
    detail: { full: true, fullSince: since, reason: 'disk full' },
  });
  state.now += 31_000;
  expect(await check()).toMatchObject({ state: 'ok', detail: { full: false, fullSince: null } });
});

test('a disk with no room left is full before anything failed', async () => {
  const { state, check } = openWatch();
  state.free = MB;
  expect(await check()).toMatchObject({ state: 'degraded', detail: { fullSince: state.now } });
  state.free = 500 * MB;
  expect(await check()).toMatchObject({ state: 'ok' });
});

test('a disk on which samples leave the last to others is full for them', async () => {
  const { watch, check } = openWatch();
  watch.note(
    new Error(
      "None of the disks in volume 'default' have enough free space to meet the configured threshold.",
    ),
  );
  expect(await check()).toMatchObject({ state: 'degraded' });
});

test('other errors say nothing about the disk', async () => {
  const { watch, check } = openWatch();
  watch.note(new TypeError('x'));
  watch.note(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
  expect(await check()).toMatchObject({ state: 'ok' });
});

test('the real disk tells how much is free', async () => {
  const watch = createDiskWatch(tmpdir(), { now: Date.now });
  expect((await watch.look()).freeBytes).toBeGreaterThan(0);
});
