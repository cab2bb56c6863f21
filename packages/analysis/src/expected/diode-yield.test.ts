import { expect, test } from 'vitest';
import { calcparamsCec, maxPowerPoint } from '../pvsystem/index.ts';
import { diodeYield } from './diode-yield.ts';

/** A module of 60 cells of crystalline silicon. */
const diode = {
  alphaSc: 0.0047,
  aRef: 1.6,
  ILRef: 9.45,
  IoRef: 3.2e-10,
  RshRef: 125,
  Rs: 0.3,
  adjust: 8,
};
const { adjust: Adjust, ...of } = diode;
const modelled = (effectiveIrradiance: number, tempCell: number) =>
  maxPowerPoint(calcparamsCec({ ...of, Adjust, effectiveIrradiance, tempCell })).pMp;

test('the table lies within a thousandth of the nameplate of the model, and is the nameplate at standard conditions', () => {
  const yields = diodeYield(diode);
  const full = modelled(1000, 25);
  expect(yields(1000, 25)).toBeCloseTo(1, 3);
  for (const light of [3, 20, 55, 130, 333, 640, 870, 1111, 1400])
    for (const cell of [-21, -3, 14, 27, 46, 63, 78])
      expect(Math.abs(yields(light, cell) - modelled(light, cell) / full)).toBeLessThan(0.001);
  expect(yields(200, 25)).toBeLessThan(0.2);
  expect(yields(1000, 65)).toBeLessThan(0.9);
});

test('without light there is no power, what is not known stays unknown', () => {
  const yields = diodeYield(diode);
  expect([yields(0, 10), yields(-3, 10)]).toEqual([0, 0]);
  expect(yields(NaN, 10)).toBeNaN();
  expect(yields(500, NaN)).toBeNaN();
  expect(diodeYield(diode)).toBe(yields);
});

test('a diode that no module has gives a few times its nameplate at most', () => {
  for (const beyond of [{ IoRef: 1e-300 }, { IoRef: 1e-3, aRef: 0.05 }, { adjust: -1e9 }, { alphaSc: 1e6 }]) {
    const yields = diodeYield({ ...diode, ...beyond });
    for (const light of [3, 200, 1000, 1400])
      for (const cell of [-40, 25, 90]) expect(yields(light, cell) > 3).toBe(false);
  }
});
