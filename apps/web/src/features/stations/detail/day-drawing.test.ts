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
  expected: [0, 3200],
  expectedLow: [0, 1000],
  expectedHigh: [0, 4000],
  expectedBound: [0, 6000],
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
  expected: 'Expected',
  expectedBand: 'Range',
  residual: 'Residual',
  irradiance: 'Irradiance',
};
const drawn = (of: StationPower) =>
  dayDrawing(of, names).panels.map(({ curves }) => curves.map(({ name, draw }) => `${name}: ${draw}`));

test('a plant that only feeds in is one area over the range and the middle that are expected', () => {
  expect(drawn(power())).toEqual([['Range: band', 'Expected: line', 'PV: area']]);
  const [band] = dayDrawing(power(), names).panels[0]!.curves;
  expect([band!.low, band!.values]).toEqual([
    [0, 1000],
    [0, 4000],
  ]);
});

test('by a sensor or by neighbours what is measured less what is expected has a strip, under an unknown sky it says nothing', () => {
  const seen = power({ expectedSource: 'poa', pv: [null, 3000] });
  expect(drawn(seen)[1]).toEqual(['Residual: area']);
  expect(dayDrawing(seen, names).panels[1]!.curves[0]!.values).toEqual([null, -200]);
  expect(drawn(power({ pv: [null, 3000] }))).toHaveLength(1);
});

test('a home with a battery is stacked by source, and the charge has a strip of its own', () => {
  const home = power({ load: [500, 900], grid: [700, -1600], battery: [-200, -500], soc: [40, 45] });
  expect(drawn(home)).toEqual([
    [
      'Range: band',
      'Expected: line',
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
  // The middle of the range has its colour.
  const apart = curves.filter(({ name }) => name !== 'Expected');
  expect(new Set(apart.map(({ tone }) => tone)).size).toBe(apart.length);
});

test('a day on which the clocks change is 25 hours long, and night is on both sides of the day', () => {
  const { from, to, nights } = dayDrawing(power({ day: '2026-10-25' }), names);
  expect(to - from).toBe(25 * 3_600_000);
  expect(nights).toHaveLength(2);
});
