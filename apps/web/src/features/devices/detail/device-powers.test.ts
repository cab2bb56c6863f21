import { expect, test } from 'vitest';
import { mintDeviceLive, mintPoint } from '../../../test/mint.ts';
import { powersOf } from './device-powers.ts';

const live = mintDeviceLive({ power: 3000, lastDataAt: 500 });
const points = (values: Record<string, number>) =>
  Object.entries(values).map(([key, value]) => mintPoint({ key, value, time: 400 }));

test('an inverter shows its AC power, or its DC power where it tells nothing else', () => {
  expect(powersOf({ kind: 'inverter', live }, points({ 'ac.power': 3000 }))).toEqual([
    { name: 'ac.power', watts: 3000, time: 500 },
  ]);
  expect(powersOf({ kind: 'inverter', live }, points({ 'dc.power': 3000 }))[0]?.name).toBe('dc.power');
  expect(powersOf({ kind: 'micro', live }, [])[0]?.name).toBe('ac.power');
});

test('a hybrid shows what it makes of the sun and its AC side, each by its own name and time', () => {
  expect(powersOf({ kind: 'hybrid', live }, points({ 'dc.power': 3000, 'ac.power': 1200 }))).toEqual([
    { name: 'dc.power', watts: 3000, time: 500 },
    { name: 'ac.power', watts: 1200, time: 400 },
  ]);
  expect(
    powersOf({ kind: 'hybrid', live }, points({ 'ac.power': 1200, 'battery.power': -1800 })).map(
      ({ name }) => name,
    ),
  ).toEqual(['pvPower', 'ac.power']);
  expect(powersOf({ kind: 'hybrid', live }, points({ 'ac.power': 3000 })).map(({ name }) => name)).toEqual([
    'ac.power',
  ]);
});

test('a hybrid whose points are not read yet keeps the room of both', () => {
  expect(powersOf({ kind: 'hybrid', live }, undefined).map(({ name }) => name)).toEqual([
    'dc.power',
    'ac.power',
  ]);
});

test('meters and batteries name what they measure, loggers have no power', () => {
  expect(powersOf({ kind: 'meter', live }, [])[0]?.name).toBe('meter.power');
  expect(powersOf({ kind: 'battery', live }, [])[0]?.name).toBe('battery.power');
  expect(powersOf({ kind: 'logger', live }, [])).toEqual([]);
});
