import { designFaults } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { demoDesign } from './demo-design.ts';
import { readDemoFleet } from './fleet-file.ts';

const { stations } = await readDemoFleet();

test('each station of the demo has a design without faults that gives its capacity', () => {
  for (const station of stations) {
    const design = demoDesign(station);
    expect(designFaults([design]), station.name).toEqual([]);
    const power = design.arrays.reduce((sum, { quantity, module }) => sum + quantity! * module!.power, 0);
    expect(power / 1000, station.name).toBeCloseTo(station.capacityKw, 6);
  }
});

test('strings that face two ways are two arrays, and those of two lengths as well', () => {
  const arraysOf = (name: string) =>
    demoDesign(stations.find((station) => station.name === name)!).arrays.map(
      ({ name: array, azimuth, series, quantity }) => [array, azimuth, series, quantity],
    );
  expect(arraysOf('Casa Olivo')).toEqual([
    ['South', 180, 7, 7],
    ['West', 270, 7, 7],
  ]);
  expect(arraysOf('Island Clinic')).toEqual([
    ['South', 180, 17, 68],
    ['South 2', 180, 8, 32],
  ]);
});
