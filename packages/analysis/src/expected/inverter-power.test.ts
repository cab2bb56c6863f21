import { expect, test } from 'vitest';
import { inverter as models } from '../models.ts';
import { pvwattsPower, sandiaPower } from './inverter-power.ts';

const small = {
  Paco: 250,
  Pdco: 259.589,
  Vdco: 40,
  Pso: 2.08961,
  C0: -0.000041,
  C1: -0.000091,
  C2: 0.000494,
  C3: -0.013171,
  Pnt: 0.075,
};
const large = { ...small, Paco: 1000, Pdco: 1040, Pso: 8, C0: -0.00001, Pnt: 0.3 };

test('inverters share the power by what they take, each by its curve', () => {
  const power = sandiaPower([small, small, large]);
  const of = (inverter: typeof small, pDc: number) => models.sandia({ ...inverter, vDc: 40, pDc });
  const full = 2 * 259.589 + 1040;
  const dc = 800;
  const expected = 2 * of(small, (dc * 259.589) / full) + of(large, (dc * 1040) / full);
  expect(power.ac(dc)).toBeCloseTo(expected, 9);
  expect(power.ac(5000)).toBeCloseTo(1500, 9);
  expect(power.unclipped(2 * full)).toBeCloseTo(3000, 6);
  expect(power.ac(0)).toBe(0);
  expect(power.ac(NaN)).toBeNaN();
});

test('no inverter gives more than it takes, whatever its curve says', () => {
  for (const beyond of [{ Paco: 1.7e308 }, { Paco: 1e300, Pdco: 1 }, { Paco: 1e300, C0: 1e290 }]) {
    const power = sandiaPower([{ ...small, ...beyond }]);
    for (const dc of [10, 100, 259, 5000])
      for (const given of [power.ac(dc), power.unclipped(dc)]) {
        expect(given).toBeGreaterThanOrEqual(0);
        expect(given).toBeLessThanOrEqual(dc);
      }
  }
});

test('without a curve it is that of PVWatts', () => {
  const power = pvwattsPower({ acPower: 960, efficiency: 0.96 });
  expect(power.ac(500)).toBeCloseTo(models.pvwatts({ pdc: 500, pdc0: 1000 }), 9);
  expect(power.ac(4000)).toBe(960);
  expect(power.unclipped(2000)).toBe(1920);
});
