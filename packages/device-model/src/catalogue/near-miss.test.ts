import { expect, test } from 'vitest';
import { didYouMean, editDistance } from './near-miss.ts';
import { isPointKey, pointByKey, POINTS } from './points.ts';

test.each([
  // Other words for the same.
  ['energy.today', 'energy.day'],
  ['dailyYield', 'energy.day'],
  ['energy.lifetime', 'energy.total'],
  ['battery.temperature', 'battery.temp'],
  ['batt.soc', 'battery.soc'],
  ['house.power', 'load.power'],
  ['energy.imported.today', 'energy.import.day'],
  ['temp.outside', 'temp.ambient'],
  ['mppt2.voltage', 'pv2.voltage'],
  ['string12.current', 'str12.current'],
  ['ac.phase1.voltage', 'ac.l1.voltage'],
  ['ac.pf', 'ac.powerFactor'],
  ['soc', 'battery.soc'],
  ['pac', 'ac.power'],
  // Words in another order, or joined otherwise.
  ['power.ac', 'ac.power'],
  ['day.energy', 'energy.day'],
  ['acPower', 'ac.power'],
  ['energyDay', 'energy.day'],
  ['pv.1.power', 'pv1.power'],
  // Slips of the pen.
  ['energie.day', 'energy.day'],
  ['battery.votlage', 'battery.voltage'],
  ['humdity', 'humidity'],
  ['irradiance.pao', 'irradiance.poa'],
])('%s: did you mean %s?', (key, meant) => {
  expect(isPointKey(key)).toBe(true);
  expect(pointByKey(meant)).toBeDefined();
  expect(didYouMean(key)).toBe(meant);
});

test.each([
  'fan.speed',
  'pump.power',
  'valve.angle',
  'own.level',
  'pv25.voltage',
  'ac.l4.voltage',
  'temp.module2',
  'main',
  'grain',
  'tank.temp',
  'constructor',
  'voltage',
])('%s is a point of its own', (key) => {
  expect(didYouMean(key)).toBeUndefined();
});

test('a unit that measures something else says that it is another point', () => {
  expect(didYouMean('energy.today', 'Wh')).toBe('energy.day');
  expect(didYouMean('energy.today', 'W')).toBeUndefined();
});

test('a key of the catalogue is no miss, and no two of its keys mean the same', () => {
  expect(POINTS.filter(({ key }) => didYouMean(key) !== undefined)).toEqual([]);
  // Each key, written with its words joined, leads back to itself.
  const joined = (key: string) => key.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());
  const lost = POINTS.filter(({ key }) => key.includes('.') && didYouMean(joined(key)) !== key);
  expect(lost.map(({ key }) => key)).toEqual([]);
});

test('letters added, left out, changed and swapped count as one each', () => {
  expect(editDistance('power', 'power')).toBe(0);
  expect([editDistance('powr', 'power'), editDistance('powwer', 'power')]).toEqual([1, 1]);
  expect([editDistance('pover', 'power'), editDistance('poewr', 'power')]).toEqual([1, 1]);
  expect(editDistance('', 'abc')).toBe(3);
});

test('a key of many letters is asked about at once', () => {
  const began = performance.now();
  expect(didYouMean('a'.repeat(250_000))).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(1000);
});
