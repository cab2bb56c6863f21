import { expect, it } from 'vitest';
import { scaleVoltageCurrentPower } from './scale.ts';

it('makes an array of modules in series and strings in parallel', () => {
  const module = { vMp: 30, vOc: 40, iMp: 8, iSc: 9, iX: 8.8, iXx: 6, pMp: Float64Array.of(240, NaN) };
  expect(scaleVoltageCurrentPower({ ...module, name: 'x' as never }, { voltage: 10, current: 2 })).toEqual({
    vMp: 300,
    vOc: 400,
    iMp: 16,
    iSc: 18,
    iX: 17.6,
    iXx: 12,
    pMp: Float64Array.of(4800, NaN),
  });
  expect(scaleVoltageCurrentPower(module)).toEqual(module);
});
