import type { StationLive } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { flowsOf } from './flows.ts';

const live = (change: Partial<StationLive>): StationLive => ({
  stationId: 1,
  status: 'normal',
  communication: 'online',
  power: null,
  load: null,
  grid: null,
  battery: null,
  soc: null,
  runMode: null,
  irradiance: null,
  energyToday: null,
  energyMonth: null,
  energyYear: null,
  energyTotal: null,
  expectedToday: null,
  expectedBy: null,
  irradiationToday: null,
  signal: null,
  devicesOnline: 0,
  devicesTotal: 0,
  alarms: { emergency: 0, general: 0, tip: 0 },
  lastDataAt: null,
  ...change,
});
const directions = (change: Partial<StationLive>, battery = true) =>
  Object.fromEntries(flowsOf(live(change), battery).map(({ name, direction }) => [name, direction]));

test('production and discharge come in, consumption and export go out', () => {
  expect(directions({ power: 4000, load: 1500, grid: -2000, battery: -500 })).toEqual({
    pv: 'in',
    load: 'out',
    grid: 'out',
    battery: 'out',
  });
  expect(directions({ power: 0, load: 1500, grid: 900, battery: 600 })).toEqual({
    pv: 'rest',
    load: 'out',
    grid: 'in',
    battery: 'in',
  });
});

test('what is not known rests and stays unknown', () => {
  expect(flowsOf(live({}), false)).toEqual([
    { name: 'pv', power: null, direction: 'rest' },
    { name: 'grid', power: null, direction: 'rest' },
    { name: 'load', power: null, direction: 'rest' },
  ]);
});
