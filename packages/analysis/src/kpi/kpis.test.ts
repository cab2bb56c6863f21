import { expect, test } from 'vitest';
import { KPIS, kpisOf, type KpiSums } from './kpis.ts';

/** Two days of a plant of 10 kWp: 5 and 3 kWh/m² on the modules, 42 and 24 kWh of AC, 43.75 and 25 kWh of DC. */
const known: KpiSums = {
  days: 2,
  capacityKw: 10,
  energy: { days: 2, kwh: 66, yield: 6.6, kwHours: 480 },
  complete: 2,
  light: { someDays: 2, days: 2, yield: 8 },
  dc: { someDays: 2, days: 2, kwh: 68.75, yield: 6.875 },
  judged: { days: 2, kwh: 66, reference: 80 },
  // Modules of -0.4 %/K at 45 °C and 35 °C in the mean of the light: 50 · 0.92 + 30 · 0.96.
  warm: { days: 2, kwh: 66, reference: 74.8 },
  // The mean of the year is 40 °C: 50 · 0.98 + 30 · 1.02.
  seasonal: { days: 2, kwh: 66, reference: 79.6 },
  balanced: { days: 2, reference: 8, array: 6.875, final: 6.6 },
  compared: { days: 2, kwh: 66, expected: 70 },
  expectedDays: 2,
  states: { days: 2, running: 190, outages: 10, grid: 20, stopped: 5, daylight: 240 },
  supplied: { days: 2, kwh: 66, lost: 4, curtailed: 0, unheard: 0 },
  converted: { days: 2, ac: 66, dc: 68.75 },
};
const none: KpiSums = {
  days: 2,
  capacityKw: 10,
  energy: { days: 0, kwh: 0, yield: 0, kwHours: 0 },
  complete: 0,
  light: { someDays: 0, days: 0, yield: 0 },
  dc: { someDays: 0, days: 0, kwh: 0, yield: 0 },
  judged: { days: 0, kwh: 0, reference: 0 },
  warm: { days: 0, kwh: 0, reference: 0 },
  seasonal: { days: 0, kwh: 0, reference: 0 },
  balanced: { days: 0, reference: 0, array: 0, final: 0 },
  compared: { days: 0, kwh: 0, expected: 0 },
  expectedDays: 0,
  states: { days: 0, running: 0, outages: 0, grid: 0, stopped: 0, daylight: 0 },
  supplied: { days: 0, kwh: 0, lost: 0, curtailed: 0, unheard: 0 },
  converted: { days: 0, ac: 0, dc: 0 },
};

/** Names of IEC 61724-1: Y_f, Y_A, Y_r, PR, PR'(25 °C), PR'(annual equivalent), EPI, L_C, L_BOS, capacity factor, and the efficiency of inverters. */
test('two days that are worked by hand have the figures of IEC 61724-1', () => {
  const kpis = kpisOf(known);
  const close = (name: keyof typeof kpis, value: number) => expect(kpis[name].value).toBeCloseTo(value, 12);
  close('finalYield', 6.6);
  close('arrayYield', 6.875);
  close('referenceYield', 8);
  // Not 0.82, the mean of 0.84 and 0.8.
  close('performanceRatio', 0.825);
  close('performanceRatio25', 66 / 74.8);
  close('performanceRatioYear', 66 / 79.6);
  close('energyPerformanceIndex', 66 / 70);
  // Times in which grid or people kept it from running count for neither side.
  close('timeAvailability', 0.95);
  close('energyAvailability', 66 / 70);
  close('captureLoss', 1.125);
  close('systemLoss', 0.275);
  close('capacityFactor', 66 / 480);
  close('inverterEfficiency', 0.96);
  for (const name of KPIS) expect(kpis[name]).toMatchObject({ gap: null, days: 2 });
});

test('reference yield, losses and final yield add up', () => {
  const { referenceYield, captureLoss, systemLoss, finalYield } = kpisOf(known);
  expect(finalYield.value! + systemLoss.value! + captureLoss.value!).toBeCloseTo(referenceYield.value!, 12);
});

const gapsOf = (sums: KpiSums) =>
  Object.fromEntries(Object.entries(kpisOf(sums)).map(([name, { gap }]) => [name, gap]));

test('each figure without its inputs says which one is missing first', () => {
  expect(gapsOf(none)).toEqual({
    finalYield: 'noEnergy',
    arrayYield: 'noDc',
    referenceYield: 'noIrradiance',
    performanceRatio: 'noIrradiance',
    performanceRatio25: 'noIrradiance',
    performanceRatioYear: 'noIrradiance',
    energyPerformanceIndex: 'notExpected',
    timeAvailability: 'noStates',
    energyAvailability: 'noStates',
    captureLoss: 'noIrradiance',
    systemLoss: 'noIrradiance',
    capacityFactor: 'noEnergy',
    inverterEfficiency: 'noDc',
  });
  expect(new Set(Object.values(gapsOf({ ...none, days: 0 })))).toEqual(new Set(['noDays']));
});

test('light with gaps, energy of too few samples, unknown temperatures and less than a year are told apart', () => {
  const light = { someDays: 2, days: 0, yield: 0 };
  expect(gapsOf({ ...none, light }).performanceRatio).toBe('irradianceGaps');
  const { energy } = known;
  const lit = { ...none, light: known.light, energy };
  expect(gapsOf(lit).performanceRatio).toBe('tooFewSamples');
  expect(gapsOf({ ...lit, complete: 2 }).performanceRatio).toBe('neverTogether');
  const judged = { ...lit, complete: 2, judged: known.judged };
  expect(gapsOf(judged)).toMatchObject({ performanceRatio: null, performanceRatio25: 'noTemperature' });
  expect(gapsOf({ ...judged, warm: known.warm }).performanceRatioYear).toBe('lessThanYear');
  expect(gapsOf({ ...known, capacityKw: 0, energy: { ...energy, yield: NaN } }).finalYield).toBe(
    'noCapacity',
  );
});

test('a plant that gave nothing in full light has ratios of zero, not unknown ones', () => {
  const dead = { ...known, judged: { days: 2, kwh: 0, reference: 80 } };
  expect(kpisOf(dead).performanceRatio).toEqual({ value: 0, gap: null, days: 2 });
});
