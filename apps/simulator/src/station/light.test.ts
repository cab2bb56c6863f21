import { expect, test } from 'vitest';
import { makeStation } from '../../test/small-fleet.ts';
import { lightAt } from './light.ts';

const station = makeStation([]);
const SOUTH = { tilt: 30, azimuth: 180 };
const EAST = { tilt: 30, azimuth: 90 };
const WEST = { tilt: 30, azimuth: 270 };
/** Solar noon of the station is about 12:25 UTC. */
const at = (hour: number, month = 5) =>
  lightAt(station, [SOUTH, EAST, WEST], Date.UTC(2026, month, 14, hour, 25));

test('there is light by day and none at night', () => {
  expect(at(0)).toMatchObject({ ghi: 0 });
  expect(at(0).planes.map(({ irradiance }) => irradiance)).toEqual([0, 0, 0]);
  expect(at(12).ghi).toBeGreaterThan(250);
  expect(at(12).ghi).toBeLessThan(1150);
});

test('planes see the sun by where they face', () => {
  const days = Array.from(
    { length: 28 },
    (_, day) => (hour: number) =>
      lightAt(station, [EAST, WEST], Date.UTC(2026, 5, 1 + day, hour, 25)).planes.map(({ global }) => global),
  );
  const sums = (hour: number) =>
    days.reduce(([east, west], day) => [east! + day(hour)[0]!, west! + day(hour)[1]!], [0, 0]);
  const [eastMorning, westMorning] = sums(7);
  const [eastEvening, westEvening] = sums(18);
  expect(eastMorning!).toBeGreaterThan(1.3 * westMorning!);
  expect(westEvening!).toBeGreaterThan(1.3 * eastEvening!);
});

test('less reaches the cells than a sensor sees, and the diffuse part is less than all', () => {
  for (const plane of at(12).planes) {
    expect(plane.irradiance).toBeLessThan(plane.global);
    expect(plane.irradiance).toBeGreaterThan(0.85 * plane.global);
    expect(plane.diffuse).toBeLessThanOrEqual(plane.irradiance);
  }
});

test('cells are warmer than the air in the sun and colder at night', () => {
  const noon = at(12);
  expect(noon.planes[0]!.cellTemperature).toBeGreaterThan(noon.air.temperature + 5);
  const night = at(0);
  expect(night.planes[0]!.cellTemperature).toBeLessThan(night.air.temperature);
});
