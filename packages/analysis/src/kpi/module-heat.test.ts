import { expect, test } from 'vitest';
import { moduleHeat } from './module-heat.ts';

test('open racks warm by 29.4 K in full light, glass close to a roof by more, each counted by its nameplate', () => {
  const plane = { tilt: 30, azimuth: 180 };
  // Sandia: 1000 · e^(-3.56 - 0.075) + 3.
  const open = 1000 * Math.exp(-3.56 - 0.075) + 3;
  expect(moduleHeat({ arrays: [{ ...plane, dcPower: 5000 }] }).rise * 1000).toBeCloseTo(open, 9);
  const close = 1000 * Math.exp(-2.98 - 0.0471) + 1;
  const { gamma, rise } = moduleHeat({
    arrays: [
      { ...plane, dcPower: 3000, temperatureCoefficient: -0.003 },
      { ...plane, dcPower: 1000, temperatureCoefficient: -0.005, mounting: 'closeMountGlassGlass' },
    ],
  });
  expect(gamma).toBeCloseTo(-0.0035, 12);
  expect(rise * 1000).toBeCloseTo((3 * open + close) / 4, 9);
});

test('a station without arrays has the usual coefficient and no rise', () => {
  expect(moduleHeat({ arrays: [] })).toEqual({ gamma: -0.004, rise: 0 });
});
