import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createSampleColumns } from '../../platform/sample-columns.ts';
import { PointWatch, type PointsEvent } from './point-watch.ts';

/** One value of each device, as a block. */
function blockOf(devices: readonly number[], time: number) {
  const block = createSampleColumns();
  for (const device of devices) block.add(device, 1, time, device);
  return block;
}

const MANY = Array.from({ length: 200 }, (_, n) => n + 1);

test('what very many devices tell goes out in slices, between which everything else has its turn', async () => {
  const sent: PointsEvent[] = [];
  const watch = new PointWatch(
    () => 'ac.power',
    (event) => {
      sent.push(event);
      // As long as it takes to hand it to thousands.
      for (const until = performance.now() + 1; performance.now() < until;);
    },
  );
  onTestFinished(() => watch.stop());
  watch.watch(MANY);
  watch.take(blockOf(MANY, 1000));
  let most = 0;
  for (let before = 0; sent.length < MANY.length; before = sent.length) {
    await nextRound();
    most = Math.max(most, sent.length - before);
  }
  expect(most).toBeLessThanOrEqual(6);
  expect(sent.map(({ deviceId }) => deviceId)).toEqual(MANY);
});

test('what comes while something waits to go out goes with it, and nothing of who is not watched', async () => {
  const sent: PointsEvent[] = [];
  const watch = new PointWatch(
    () => 'ac.power',
    (event) => void sent.push(event),
  );
  onTestFinished(() => watch.stop());
  const leave = watch.watch([1]);
  const ends = watch.watch([2]);
  watch.take(blockOf([1, 2, 3], 1000));
  watch.take(blockOf([1, 2, 3], 2000));
  ends();
  await expect
    .poll(() => sent)
    .toEqual([{ type: 'points', deviceId: 1, time: 2000, values: { 'ac.power': 1 } }]);
  watch.take(blockOf([1], 3000));
  await expect.poll(() => sent.length).toBe(2);
  leave();
});

test('devices that few watch go before those that very many watch', async () => {
  const sent: number[] = [];
  const watch = new PointWatch(
    () => 'ac.power',
    ({ deviceId }) => void sent.push(deviceId),
  );
  onTestFinished(() => watch.stop());
  for (let n = 0; n < 30; n += 1) watch.watch([1]);
  watch.watch([2]);
  watch.take(blockOf([1, 2], 1000));
  await expect.poll(() => sent).toEqual([2, 1]);
});
