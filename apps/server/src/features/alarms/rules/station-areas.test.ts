import { expect, test } from 'vitest';
import { areasOf } from './station-areas.ts';

const at = (stationId: number, latitude: number, longitude: number, homePath = '/1/') => ({
  stationId,
  latitude,
  longitude,
  homePath,
});

test('stations within some kilometres are one area, over the borders of degrees, and devices of one station too', () => {
  const near = [1, 2, 3, 4].map((id) => at(id, 47.95 + 0.03 * id, 11.97 + 0.02 * id));
  const far = [5, 6, 7, 8].map((id) => at(id, 52 + 0.01 * id, 5));
  const areas = areasOf([...near, near[0]!, ...far]);
  expect(new Set(areas.slice(0, 5)).size).toBe(1);
  expect(new Set(areas.slice(5)).size).toBe(1);
  expect(areas[0]).not.toBe(areas[5]);
});

test('a station that is alone goes to the next area within reach, or stays alone', () => {
  const town = [1, 2, 3, 4].map((id) => at(id, 48 + 0.01 * id, 11));
  const [aside, away] = areasOf([at(5, 48.6, 11), at(6, 50, 11), ...town]);
  const [, , ofTown] = areasOf([at(5, 48.6, 11), at(6, 50, 11), ...town]);
  expect(aside).toBe(ofTown);
  expect(away).not.toBe(ofTown);
});

test('stations of a stranger are no neighbours, those of organisations that belong together are', () => {
  const place = [48, 11] as const;
  const own = [at(1, ...place), at(2, ...place, '/1/7/')];
  const strange = [3, 4, 5, 6].map((id) => at(id, ...place, '/2/'));
  const [one, below, ...others] = areasOf([...own, ...strange]);
  expect(below).toBe(one);
  expect(new Set(others).size).toBe(1);
  expect(others[0]).not.toBe(one);
});
