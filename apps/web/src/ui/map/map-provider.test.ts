import { expect, test } from 'vitest';
import { findProvider, fromDatum, toDatum } from './map-provider.ts';

const answering = (body: string) => async () => new Response(body);
const gaode = { host: 'cn.example.com', tiles: 'https://t/{z}/{x}/{y}', datum: 'GCJ-02' };

test('finds the provider of the host', async () => {
  const file = answering(JSON.stringify([gaode, { ...gaode, host: '*', datum: 'WGS-84' }]));
  expect(await findProvider('cn.example.com', file)).toMatchObject({ datum: 'GCJ-02' });
  expect(await findProvider('eu.example.com', file)).toMatchObject({ datum: 'WGS-84' });
});

test.each([['[]'], ['<html>'], ['[{"host":"a"}]'], ['[{"host":"a","tiles":"x","datum":"CGCS"}]']])(
  'works without one: %s',
  async (body) => {
    expect(await findProvider('a', answering(body))).toBeUndefined();
  },
);

test('positions in China are shifted for Gaode and Baidu, and come back', () => {
  const [longitude, latitude] = [116.397, 39.909];
  for (const datum of ['GCJ-02', 'BD-09'] as const) {
    const [x, y] = toDatum(longitude, latitude, datum);
    expect(Math.hypot(x - longitude, y - latitude)).toBeGreaterThan(0.003);
    const [lon, lat] = fromDatum(x, y, datum);
    expect(lon).toBeCloseTo(longitude, 4);
    expect(lat).toBeCloseTo(latitude, 4);
  }
});

test('positions elsewhere and WGS-84 maps stay as they are', () => {
  expect(toDatum(-3.7, 40.4, 'WGS-84')).toEqual([-3.7, 40.4]);
  expect(toDatum(-3.7, 40.4, 'GCJ-02')).toEqual([-3.7, 40.4]);
});
