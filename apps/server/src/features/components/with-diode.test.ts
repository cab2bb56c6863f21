import { pvsystem } from '@sunfleet/analysis/models';
import { type ComponentInput, moduleSheet } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { withDiode } from './with-diode.ts';

const sheet = moduleSheet.parse({
  power: 400,
  vOc: 49,
  iSc: 10.4,
  vMp: 41,
  iMp: 9.76,
  alphaSc: 0.05,
  betaVoc: -0.28,
  gammaPmp: -0.35,
  cellsInSeries: 72,
});
const diodeOf = (changes: object) => {
  const component: ComponentInput = {
    kind: 'module',
    manufacturer: ' M ',
    model: 'A',
    sheet: { ...sheet, ...changes },
  };
  const kept = withDiode(component);
  expect(kept.manufacturer).toBe('M');
  return kept.kind === 'module' ? kept.sheet.diode : null;
};

test.each([
  [72, 'deSoto'],
  [null, 'batzelis'],
])('a data sheet of %s cells is fitted, and the fit gives its points back', (cellsInSeries, source) => {
  const diode = diodeOf({ cellsInSeries })!;
  expect(diode.source).toBe(source);
  const at = pvsystem.calcparamsDesoto({
    ...diode,
    alphaSc: 0.0052,
    effectiveIrradiance: 1000,
    tempCell: 25,
  });
  const curve = pvsystem.singlediode(at);
  expect(curve.vMp * curve.iMp).toBeCloseTo(400, source === 'deSoto' ? 0 : -1);
  expect(curve.vOc).toBeCloseTo(49, 0);
});

test('what a table gives is kept, and what fits no module has none', () => {
  const given = { aRef: 1.9, ILRef: 10.4, IoRef: 1e-10, RshRef: 400, Rs: 0.3, adjust: 8, source: 'given' };
  expect(diodeOf({ diode: given })).toEqual(given);
  expect(diodeOf({ vMp: 25, iMp: 10.39, cellsInSeries: 1 })?.source).not.toBe('deSoto');
});
