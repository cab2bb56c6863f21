import { expect, test } from 'vitest';
import type { StationArray, StationInverter } from './routes/station-designs.ts';
import { inverterOfDevice, stringMap } from './string-map.ts';

const array = (name: string, azimuth: number): StationArray => ({
  name,
  tilt: 9,
  azimuth,
  module: { componentId: null, model: 'M 210', power: 210, temperatureCoefficient: null, electrics: null },
  quantity: 18,
  series: 9,
  share: null,
  height: null,
  spacing: null,
  slant: null,
  albedo: null,
  bifacial: null,
});
const arrays = [array('North', 14), array('South', 194), array('South 2', 194)];
const inverter = (name: string, ...inputs: [number, number, string, number][]): StationInverter => ({
  name,
  type: null,
  inputs: inputs.map(([mppt, input, of, strings]) => ({ mppt, input, array: of, strings })),
});
const alone = { sn: 'X1', name: null, isAlone: true };

test('two MPPTs of one inverter on two roofs are not alike, and inputs of alike arrays are', () => {
  const map = stringMap(
    { arrays, inverters: [inverter('WR', [1, 1, 'North', 2], [2, 2, 'South', 1], [2, 3, 'South 2', 3])] },
    alone,
  )!;
  const [north, south] = [map.mppts.get(1)!, map.mppts.get(2)!];
  expect(north.alike).not.toBe(south.alike);
  expect(south).toMatchObject({ strings: 4, power: 4 * 9 * 210, arrays: ['South', 'South 2'] });
  expect(south.alike).toBe(map.strings.get(3)!.alike);
  expect(map.strings.get(1)).toMatchObject({ strings: 2, arrays: ['North'] });
});

test('an MPPT with two roofs is compared with nobody, and numbers that begin again with each MPPT are put in order', () => {
  const map = stringMap(
    { arrays, inverters: [inverter('WR', [2, 1, 'South', 1], [1, 1, 'North', 1], [1, 2, 'South', 1])] },
    alone,
  )!;
  expect(map.mppts.get(1)!.alike).toBeNull();
  expect([1, 2, 3].map((n) => map.strings.get(n)!.arrays[0])).toEqual(['North', 'South', 'South']);
});

test('a device is found by its serial number or name, or where there is one of each; never by a guess', () => {
  const [one, other] = [inverter('Roof A'), inverter('sn-2 ')];
  const device = { sn: 'SN-2', name: 'roof a', isAlone: false };
  expect(inverterOfDevice([one, other], { ...device, sn: '7' })).toBe(one);
  expect(inverterOfDevice([one, other], { ...device, name: null })).toBe(other);
  expect(inverterOfDevice([one, other], device)).toBeUndefined();
  expect(inverterOfDevice([one], { ...device, name: null })).toBeUndefined();
  expect(inverterOfDevice([one], alone)).toBe(one);
  expect(stringMap({ arrays, inverters: [one] }, alone)).toBeUndefined();
});
