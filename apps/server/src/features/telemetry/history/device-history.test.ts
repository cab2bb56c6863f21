import { pointByKey } from '@sunfleet/device-model';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import { systemActor } from '../../../platform/actor.ts';
import { deviceHistory } from './device-history.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const NOON = Date.UTC(2026, 5, 21, 10);
const BUCKET = 300_000;
const KEYS = ['ac.power', 'ac.reactive', 'ac.apparent', 'ac.powerFactor', 'ac.frequency'];

test('means count with the least and the greatest value of their bucket', async () => {
  const station = await makeStation(platform);
  const device = await makeDevice(platform, { stationId: station.id });
  const ids = KEYS.map((key) => pointByKey(key)!.id);
  // Of five points a third of a hundred thousand each.
  await platform.samples.command(
    `INSERT INTO rollup_5m (device, point, bucket, avg, min, max, n, version)
     SELECT ${device.id}, arrayElement([${ids.join(',')}], 1 + number % 5),
       toDateTime(${NOON / 1000} - (33334 - intDiv(number, 5)) * 300, 'UTC'), 2, 1, 3, 60, 1 FROM numbers(${5 * 33_334})`,
  );
  const from = NOON - 33_334 * BUCKET;
  const of = (points: readonly string[], to: number) =>
    deviceHistory(
      platform,
      { knownId: (_device, key) => pointByKey(key)?.id },
      { actor: systemActor, id: device.id, query: { points, from, to, resolution: '5m' } },
    );
  await expect(of(KEYS, NOON)).rejects.toMatchObject({
    key: 'historyTooLarge',
    values: { most: 33_333 },
  });
  const { series } = await of(KEYS, NOON - BUCKET);
  expect(series.map(({ min }) => min?.length)).toEqual(KEYS.map(() => 33_333));
  expect((await of(KEYS.slice(0, 1), NOON)).series[0]!.times).toHaveLength(33_334);
});
