import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  currentAtVoltage,
  inSeries,
  pointAtDiodeVoltage,
  solveSingleDiode,
  voltageAtCurrent,
  type DiodeParams,
} from './single-diode.ts';

const THERMAL = 8.617333262e-5 * 298.15;
/** Two of the published curves solved with 40 decimal digits, 72 cells. */
const FIRST: DiodeParams = {
  photocurrent: 1,
  saturationCurrent: 5e-10,
  seriesResistance: 0.1,
  shuntResistance: 300,
  thermalVoltage: 1.01 * 72 * THERMAL,
};
const ELEVENTH: DiodeParams = { ...FIRST, saturationCurrent: 3e-8, shuntResistance: 3000 };

describe('solveSingleDiode', () => {
  it.each([
    {
      params: FIRST,
      voc: 39.7481073799,
      isc: 0.99966677771,
      vmp: 33.9368943155,
      imp: 0.8461238609,
      pmp: 28.7148160459,
    },
    {
      params: ELEVENTH,
      voc: 32.343682658,
      isc: 0.99996666613,
      vmp: 27.1203281137,
      imp: 0.9274396911,
      pmp: 25.1524687276,
    },
  ])('gives the precise curve of $voc V', ({ params, voc, isc, vmp, imp, pmp }) => {
    const solved = solveSingleDiode(params);
    expect(solved.voc).toBeCloseTo(voc, 6);
    expect(solved.isc).toBeCloseTo(isc, 9);
    expect(solved.vmp).toBeCloseTo(vmp, 6);
    expect(solved.imp).toBeCloseTo(imp, 8);
    expect(solved.pmp).toBeCloseTo(pmp, 8);
  });

  it('is all zero in the dark', () => {
    const dark = { ...FIRST, photocurrent: 0, shuntResistance: Infinity };
    expect(solveSingleDiode(dark)).toEqual({ isc: 0, voc: 0, imp: 0, vmp: 0, pmp: 0 });
  });
});

const someParams = fc.record({
  photocurrent: fc.double({ min: 0.05, max: 15, noNaN: true }),
  saturationCurrent: fc.double({ min: 1e-12, max: 1e-7, noNaN: true }),
  seriesResistance: fc.double({ min: 0, max: 0.8, noNaN: true }),
  shuntResistance: fc.double({ min: 30, max: 5000, noNaN: true }),
  thermalVoltage: fc.double({ min: 0.5, max: 3, noNaN: true }),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('for any device', () => {
  it('no point of the curve has more power than the MPP', () => {
    fc.assert(
      fc.property(someParams, share, (params, part) => {
        const { voc, pmp } = solveSingleDiode(params);
        expect(pointAtDiodeVoltage(voc * part, params).power).toBeLessThanOrEqual(pmp * (1 + 1e-9));
      }),
    );
  });

  it('voltage and current are each other’s inverse', () => {
    fc.assert(
      fc.property(someParams, share, (params, part) => {
        const voltage = solveSingleDiode(params).voc * part;
        expect(voltageAtCurrent(currentAtVoltage(voltage, params), params)).toBeCloseTo(voltage, 5);
      }),
    );
  });

  it('a string of n has n times the voltage and the power', () => {
    fc.assert(
      fc.property(someParams, fc.integer({ min: 1, max: 30 }), (params, count) => {
        const one = solveSingleDiode(params);
        const many = solveSingleDiode(inSeries(params, count));
        expect(many.voc / one.voc).toBeCloseTo(count, 6);
        expect(many.pmp / one.pmp).toBeCloseTo(count, 6);
        expect(many.isc).toBeCloseTo(one.isc, 9);
      }),
    );
  });
});

describe('outside the first quadrant', () => {
  it('has a reverse voltage above the photocurrent', () => {
    const voltage = voltageAtCurrent(1.2, FIRST);
    expect(voltage).toBeLessThan(-50);
    expect(currentAtVoltage(voltage, FIRST)).toBeCloseTo(1.2, 6);
  });

  it('takes current beyond open circuit', () => {
    const voltage = voltageAtCurrent(-2, FIRST);
    expect(voltage).toBeGreaterThan(39.8);
    expect(currentAtVoltage(voltage, FIRST)).toBeCloseTo(-2, 6);
    expect(currentAtVoltage(200, FIRST)).toBeLessThan(-100);
  });

  it('cannot carry current in the dark', () => {
    const dark = { ...FIRST, photocurrent: 0, shuntResistance: Infinity };
    expect(voltageAtCurrent(1, dark)).toBe(-Infinity);
    expect(voltageAtCurrent(0, dark)).toBeCloseTo(0, 6);
  });
});
