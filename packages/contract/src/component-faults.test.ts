import { expect, test } from 'vitest';
import { componentFaults } from './component-faults.ts';
import { inverterSheet, moduleSheet } from './routes/components.ts';

const module = {
  power: 400,
  vOc: 49,
  iSc: 10.4,
  vMp: 41,
  iMp: 9.76,
  alphaSc: 0.05,
  betaVoc: -0.28,
  gammaPmp: -0.35,
};
const inverter = { acPower: 10_000, dcVoltageMax: 1000, mppVoltageMin: 200, mppVoltageMax: 850, mppts: 2 };
const ofModule = (changes: object) =>
  componentFaults({
    kind: 'module',
    manufacturer: 'M',
    model: 'A',
    sheet: moduleSheet.parse({ ...module, ...changes }),
  });
const ofInverter = (changes: object) =>
  componentFaults({
    kind: 'inverter',
    manufacturer: 'M',
    model: 'B',
    sheet: inverterSheet.parse({ ...inverter, ...changes }),
  });

test('a curve has its point of most power within, and its power is voltage times current', () => {
  expect(ofModule({})).toEqual([]);
  expect(ofModule({ vMp: 50, iMp: 8 })).toEqual([{ path: 'vMp', rule: 'mppVoltageAbove' }]);
  expect(ofModule({ iMp: 10.5, vMp: 38 })).toEqual([{ path: 'iMp', rule: 'mppCurrentAbove' }]);
  expect(ofModule({ power: 600 })).toEqual([{ path: 'power', rule: 'mppPowerDiffers' }]);
});

test('the range of an inverter lies below what its inputs bear', () => {
  expect(ofInverter({})).toEqual([]);
  expect(ofInverter({ mppVoltageMin: 900 })).toEqual([{ path: 'mppVoltageMax', rule: 'mppRangeInvalid' }]);
  expect(ofInverter({ dcVoltageMax: 800 })).toEqual([{ path: 'dcVoltageMax', rule: 'mppRangeBeyond' }]);
});
