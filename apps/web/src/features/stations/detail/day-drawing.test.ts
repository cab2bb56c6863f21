import type { StationPower } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { dayDrawing } from './day-drawing.ts';

const START = Date.UTC(2026, 5, 20, 22);
const power = (changes: Partial<StationPower> = {}): StationPower => ({
  day: '2026-06-21',
  timeZone: 'Europe/Madrid',
  times: [START, START + 300_000],
  pv: [-9, 3000],
  load: [null, null],
  grid: [null, null],
  battery: [null, null],
  soc: [null, null],
  irradiance: [null, null],
  expected: [0, 4000],
  expectedHigh: [0, 4000],
  expectedSource: 'clearSky',
  sunrise: START + 6 * 3_600_000,
  sunset: START + 22 * 3_600_000,
  ...changes,
});
const names = {
  pv: 'PV',
  load: 'Load',
  import: 'Import',
  export: 'Export',
  discharge: 'Discharging',
  charge: 'Charging',
  soc: 'Battery charge',
  expected: 'Clear sky',
  irradiance: 'Irradiance',
};
const drawn = (of: StationPower) =>
  dayDrawing(of, names).panels.map(({ curves }) => curves.map(({ name, draw }) => `${name}: ${draw}`));

test('a plant that only feeds in is one area over the band under a clear sky', () => {
  expect(drawn(power())).toEqual([['Clear sky: band', 'PV: area']]);
  const [band] = dayDrawing(power(), names).panels[0]!.curves;
  expect([band!.low, band!.values]).toEqual([
    [0, 0],
    [0, 4000],
  ]);
});

test('with a sensor the band lies between what it saw and the clear sky, whichever is higher', () => {
  const seen = power({ expectedSource: 'sensor', expected: [100, 4500], expectedHigh: [200, 4000] });
  const [band] = dayDrawing(seen, names).panels[0]!.curves;
  expect([band!.low, band!.values]).toEqual([
    [100, 4000],
    [200, 4500],
  ]);
});

test('a home with a battery is stacked by source, and the charge has a strip of its own', () => {
  const home = power({ load: [500, 900], grid: [700, -1600], battery: [-200, -500], soc: [40, 45] });
  expect(drawn(home)).toEqual([
    [
      'Clear sky: band',
      'PV: stack',
      'Discharging: stack',
      'Import: stack',
      'Charging: below',
      'Export: below',
      'Load: line',
    ],
    ['Battery charge: area'],
  ]);
});

test('what comes from the grid and what goes there are two things with two colours', () => {
  const { curves } = dayDrawing(power({ grid: [700, -1600] }), names).panels[0]!;
  const of = (name: string) => curves.find((curve) => curve.name === name)!;
  expect([of('Import').values, of('Export').values]).toEqual([
    [700, 0],
    [0, 1600],
  ]);
  expect(new Set(curves.map(({ tone }) => tone)).size).toBe(curves.length);
});

test('a day on which the clocks change is 25 hours long, and night is on both sides of the day', () => {
  const { from, to, nights } = dayDrawing(power({ day: '2026-10-25' }), names);
  expect(to - from).toBe(25 * 3_600_000);
  expect(nights).toHaveLength(2);
});
