import { pointByKey } from '@sunfleet/device-model';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import { systemActor } from '../../../platform/actor.ts';
import { deviceHistory } from './device-history.ts';
import { rawExport } from './raw-export.ts';

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

test('of a sample that came twice with another value the last one is shown and exported, also before the store has merged them, and once', async () => {
  const { samples, db } = platform;
  const station = await makeStation(platform);
  const device = await makeDevice(platform, { stationId: station.id });
  const point = pointByKey('ac.power')!.id;
  const points = { knownId: () => point };
  const many = 120_000;
  const store = (value: string) =>
    samples.command(
      `INSERT INTO samples SELECT ${device.id}, ${point}, fromUnixTimestamp64Milli(${NOON} + 1000 * number), ${value} FROM numbers(${many})`,
    );
  await samples.command('SYSTEM STOP MERGES samples');
  onTestFinished(() => samples.command('SYSTEM START MERGES samples'));
  await store('number');
  await store('number + 1');
  const query = { points: ['ac.power'], from: NOON, to: NOON + many * 1000, resolution: 'raw' as const };
  const read = async (seconds: number) => {
    const asked = { ...query, to: NOON + seconds * 1000 };
    return (await deviceHistory(platform, points, { actor: systemActor, id: device.id, query: asked }))
      .series[0]!;
  };
  const few = await read(3);
  expect([few.times, few.values]).toEqual([
    [NOON, NOON + 1000, NOON + 2000],
    [1, 2, 3],
  ]);
  // More than an answer holds were they counted twice.
  const { values } = await read(many);
  expect([values.length, values[0], values.at(-1)]).toEqual([many, 1, many]);
  const { lines } = await rawExport(
    { db, samples },
    points,
    { actor: systemActor },
    {
      readPart: (part) => part({ actor: systemActor } as never),
      id: device.id,
      query: { points: ['ac.power'], from: NOON, to: NOON + 3000 },
    },
  );
  let text = '';
  for await (const line of lines) text += line;
  expect(
    text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[1]),
  ).toEqual(['1', '2', '3']);
});
