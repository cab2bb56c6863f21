import { describe, expect, it } from 'vitest';
import { translateDeSoto, type ModuleParams } from './de-soto.ts';
import { fitDeSoto, type ModuleDatasheet } from './fit-de-soto.ts';
import { solveSingleDiode } from './single-diode.ts';

const MODULE: ModuleParams = {
  photocurrent: 7.545,
  saturationCurrent: 1.94e-9,
  seriesResistance: 0.094,
  shuntResistance: 15.72,
  thermalVoltage: 0.473,
  alphaIsc: 0.003,
};

describe('translateDeSoto', () => {
  it('changes nothing at reference conditions', () => {
    const { alphaIsc: _, ...reference } = MODULE;
    expect(translateDeSoto(MODULE, 1000, 25)).toEqual(reference);
  });

  it('follows light and heat at 800 W/m2 and 50 degC', () => {
    const params = translateDeSoto(MODULE, 800, 50);
    expect(params.photocurrent).toBeCloseTo(6.096, 3);
    // Worked out apart from this code: 1.94e-9 A x (323.15 / 298.15)^3 x exp(...).
    expect(params.saturationCurrent / 9.45497e-8).toBeCloseTo(1, 4);
    expect(params.shuntResistance).toBeCloseTo(19.65, 3);
    expect(params.thermalVoltage).toBeCloseTo(0.5127, 4);
    expect(params.seriesResistance).toBe(0.094);
  });

  it('has no current and no shunt in the dark', () => {
    expect(translateDeSoto(MODULE, 0, 25)).toMatchObject({ photocurrent: 0, shuntResistance: Infinity });
  });
});

describe('fitDeSoto', () => {
  const sheet: ModuleDatasheet = {
    vmp: 31,
    imp: 8.71,
    voc: 38.3,
    isc: 9.43,
    alphaIsc: 0.005658,
    betaVoc: -0.13788,
    cellsInSeries: 60,
  };

  it('gives the published parameters of the published sheet', () => {
    const fit = fitDeSoto(sheet);
    expect(fit.photocurrent).toBeCloseTo(9.45232, 4);
    expect(fit.saturationCurrent / 3.2246e-10).toBeCloseTo(1, 4);
    expect(fit.seriesResistance).toBeCloseTo(0.297814, 5);
    expect(fit.shuntResistance / 125.798).toBeCloseTo(1, 4);
    expect(fit.thermalVoltage).toBeCloseTo(1.59128, 4);
  });

  // Coefficients in 1/K.
  it.each([
    { voc: 49.6, isc: 13.86, vmp: 41.7, imp: 13.07, alpha: 0.0005, beta: -0.00265, cellsInSeries: 72 },
    { voc: 37.9, isc: 11.32, vmp: 31.6, imp: 10.76, alpha: 0.00048, beta: -0.0027, cellsInSeries: 60 },
    { voc: 50.4, isc: 14.4, vmp: 42.4, imp: 13.68, alpha: 0.00045, beta: -0.0025, cellsInSeries: 72 },
    { voc: 64.9, isc: 6.46, vmp: 54.7, imp: 5.98, alpha: 0.0004, beta: -0.00272, cellsInSeries: 96 },
  ])('reproduces a sheet of $voc V and $isc A', ({ voc, isc, vmp, imp, alpha, beta, cellsInSeries }) => {
    const fit = fitDeSoto({ voc, isc, vmp, imp, alphaIsc: alpha * isc, betaVoc: beta * voc, cellsInSeries });
    const solved = solveSingleDiode(fit);
    expect(solved.voc).toBeCloseTo(voc, 6);
    expect(solved.isc).toBeCloseTo(isc, 6);
    expect(solved.vmp).toBeCloseTo(vmp, 5);
    expect(solved.imp).toBeCloseTo(imp, 5);
    const warmer = solveSingleDiode(translateDeSoto(fit, 1000, 27));
    expect(warmer.voc - solved.voc).toBeCloseTo(2 * beta * voc, 5);
  });

  it('refuses a sheet that no such device can have', () => {
    expect(() => fitDeSoto({ ...sheet, vmp: 38, imp: 9.4 })).toThrow(RangeError);
    expect(() => fitDeSoto({ ...sheet, cellsInSeries: 10, betaVoc: 0.5 })).toThrow(RangeError);
  });
});
