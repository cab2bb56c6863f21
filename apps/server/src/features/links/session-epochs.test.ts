import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice } from '../../../test/makers.ts';
import { createSessionEpochs } from './index.ts';

const platform = await testPlatform();
const [one, other] = [open(), open()];
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
  await platform.stop();
});

/** A server that shares the work. */
function open() {
  return createSessionEpochs({ ...platform, shares: true });
}

test('each connection of a device is newer than those before, on whichever server', async () => {
  const { id } = await makeDevice(platform);
  expect(await one.came(id)).toBe(1);
  expect(await other.came(id)).toBe(2);
  expect(await one.came(id)).toBe(3);
});

test('a device is gone where its newest connection ends, and with no other', async () => {
  const { id } = await makeDevice(platform);
  const [old, newer] = [await one.came(id), await other.came(id)];
  expect(await one.left(id, old)).toBe(false);
  expect(await other.left(id, newer)).toBe(true);
});

test('very many that come to two servers at the same moment get numbers of their own', async () => {
  const devices = await Promise.all(Array.from({ length: 50 }, () => makeDevice(platform)));
  const come = ({ came }: typeof one, ids: readonly number[]) => Promise.all(ids.map((id) => came(id)));
  const ids = devices.map(({ id }) => id);
  const [here, there] = await Promise.all([come(one, ids), come(other, ids.toReversed())]);
  const both = here.map((epoch, nth) => [epoch, there.at(-1 - nth)!].toSorted());
  expect(both).toEqual(here.map(() => [1, 2]));
  const ended = await Promise.all([
    ...ids.map((id, nth) => one.left(id, here[nth]!)),
    ...ids.map((id, nth) => other.left(id, there.at(-1 - nth)!)),
  ]);
  expect(ended.filter(Boolean)).toHaveLength(ids.length);
});

test('a device that is gone from the registry keeps nobody else from being noted', async () => {
  const { id } = await makeDevice(platform);
  expect(await Promise.all([one.came(2_000_000_000), one.came(id)])).toEqual([0, 1]);
});

test('a server that is alone asks nobody', () => {
  const alone = createSessionEpochs({ ...platform, shares: false });
  expect([alone.came(1), alone.left(1, 0)]).toEqual([0, true]);
});
