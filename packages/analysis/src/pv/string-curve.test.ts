import { describe, expect, it } from 'vitest';
import { translateDeSoto } from './de-soto.ts';
import { fitDeSoto } from './fit-de-soto.ts';
import { inSeries, solveSingleDiode } from './single-diode.ts';
import { maxPowerPoint, stringCurve, type IvCurve, type StringCurveInput } from './string-curve.ts';

const MODULE = fitDeSoto({
  vmp: 31,
  imp: 8.71,
  voc: 38.3,
  isc: 9.43,
  alphaIsc: 0.005658,
  betaVoc: -0.13788,
  cellsInSeries: 60,
});
/** A third of a module at an irradiance, 48 degC. */
const substring = (irradiance: number) => inSeries(translateDeSoto(MODULE, irradiance, 48), 1 / 3);
const lit = substring(820);
const HEALTHY: StringCurveInput = { groups: [{ params: lit, count: 54 }] };
/** Three of 18 modules at 70 %. */
const SHADED: StringCurveInput = {
  groups: [
    { params: lit, count: 45 },
    { params: substring(820 * 0.7), count: 9 },
  ],
};
const bestOf = ({ voltage, current }: IvCurve) => Math.max(...voltage.map((v, i) => v * (current[i] ?? 0)));

describe('maxPowerPoint', () => {
  it('is the scaled device’s for a string of equals: 3606 W', () => {
    const scaled = solveSingleDiode(inSeries(translateDeSoto(MODULE, 820, 48), 18));
    const point = maxPowerPoint(HEALTHY);
    expect(point.power).toBeCloseTo(scaled.pmp, 4);
    expect(point.voltage / scaled.vmp).toBeCloseTo(1, 5);
    expect(point.power).toBeCloseTo(3606, -1);
  });

  it('loses 17.6 % to three modules in shade, and goes to a lower voltage', () => {
    const point = maxPowerPoint(SHADED);
    expect(point.power / maxPowerPoint(HEALTHY).power).toBeCloseTo(1 - 0.176, 3);
    const open = stringCurve(SHADED).voltage.at(-1) ?? NaN;
    expect(point.voltage / open).toBeCloseTo(0.661, 2);
  });

  it('loses 8.5 % to six ohm', () => {
    const point = maxPowerPoint({ ...HEALTHY, extraResistance: 6 });
    expect(point.power / maxPowerPoint(HEALTHY).power).toBeCloseTo(1 - 0.085, 2);
  });

  it('stays with the shaded current when most are in shade', () => {
    const groups = [
      { params: lit, count: 9 },
      { params: substring(574), count: 45 },
    ];
    const all = maxPowerPoint({ groups: [{ params: substring(574), count: 54 }] });
    expect(maxPowerPoint({ groups }).power).toBeGreaterThan(all.power);
  });

  it('is nothing without light or without modules', () => {
    expect(maxPowerPoint({ groups: [] }).power).toBe(0);
    expect(maxPowerPoint({ groups: [{ params: substring(0), count: 54 }] }).power).toBe(0);
  });
});

describe('stringCurve', () => {
  it('runs from short to open circuit, the current falling', () => {
    const { voltage, current } = stringCurve({ ...SHADED, points: 64 });
    expect(voltage).toHaveLength(64);
    expect(voltage[0]).toBe(0);
    expect(current.at(-1)).toBe(0);
    for (let i = 1; i < 64; i++)
      expect(current[i] ?? NaN).toBeLessThanOrEqual((current[i - 1] ?? NaN) + 1e-9);
  });

  it('has the power of maxPowerPoint as its best, never more', () => {
    for (const input of [HEALTHY, SHADED]) {
      const best = maxPowerPoint(input).power;
      expect(bestOf(stringCurve({ ...input, points: 400 })) / best).toBeGreaterThan(0.999);
      expect(bestOf(stringCurve({ ...input, points: 400 }))).toBeLessThanOrEqual(best * (1 + 1e-9));
    }
  });

  it('keeps the short-circuit current of the lit part: the shaded one is bypassed', () => {
    const short = (input: StringCurveInput) => stringCurve(input).current[0] ?? NaN;
    expect(short(SHADED)).toBeCloseTo(short(HEALTHY), 1);
  });

  it('loses the voltage of shorted bypass diodes: 7.4 % of four in 54', () => {
    const groups = [
      { params: lit, count: 50 },
      { params: lit, count: 4, bypassShorted: true },
    ];
    const open = (input: StringCurveInput) => stringCurve(input).voltage.at(-1) ?? NaN;
    expect(open({ groups }) / open(HEALTHY)).toBeCloseTo(1 - 0.074, 3);
  });

  it('is flat on the axis in the dark', () => {
    const { voltage, current } = stringCurve({ groups: [{ params: substring(0), count: 54 }] });
    expect(Math.max(...voltage)).toBeCloseTo(0, 3);
    expect(Math.max(...current)).toBeCloseTo(0, 3);
  });
});
