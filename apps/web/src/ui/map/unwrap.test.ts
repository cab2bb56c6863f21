import type { Position } from 'geojson';
import { expect, test } from 'vitest';
import { unwrapLine, unwrapPolygons, unwrapRing } from './unwrap.ts';

const longestStep = (line: readonly Position[]) =>
  Math.max(...line.slice(1).map((point, index) => Math.abs(point[0]! - line[index]![0]!)));

test('a line over the date line goes on instead of jumping back', () => {
  expect(
    unwrapLine([
      [170, 65],
      [179, 66],
      [-179, 66],
      [-170, 65],
    ]),
  ).toEqual([
    [170, 65],
    [179, 66],
    [181, 66],
    [190, 65],
  ]);
  expect(
    unwrapLine([
      [-179, 0],
      [179, 0],
      [-179, 1],
    ]),
  ).toEqual([
    [-179, 0],
    [-181, 0],
    [-179, 1],
  ]);
});

test('a ring that stays on one side is left alone', () => {
  const ring = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 0],
  ];
  expect(unwrapRing(ring)).toEqual(ring);
});

test('a ring around the pole is closed along the edge of the map', () => {
  const ring = [
    [-180, -80],
    [-90, -70],
    [0, -70],
    [90, -70],
    [170, -75],
    [-180, -80],
  ];
  const flat = unwrapRing(ring);
  expect(longestStep(flat.slice(0, 6))).toBeLessThan(180);
  expect(flat.slice(-3)).toEqual([
    [180, -89.99],
    [-180, -89.99],
    [-180, -80],
  ]);
});

test('no border of the shipped outline runs across the map', async () => {
  const { default: world } = await import('world-atlas/countries-110m.json');
  const { feature } = await import('topojson-client');
  const countries = feature(world as never, world.objects.countries as never) as unknown as {
    features: { geometry: Parameters<typeof unwrapPolygons>[0] }[];
  };
  const rings = countries.features.flatMap(({ geometry }) => unwrapPolygons(geometry).coordinates.flat());
  // Antarctica is closed along the edge of the map, far south of everything else.
  const crossing = rings
    .map((ring) => ring.filter(([, latitude]) => latitude! > -60))
    .filter((ring) => longestStep(ring) > 180);
  expect(crossing).toEqual([]);
});
