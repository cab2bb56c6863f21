import { describe, expect, it } from 'vitest';
import { calcparamsDesoto } from '../pvsystem/calcparams-desoto.ts';
import { iFromV, singlediode } from '../pvsystem/iv.ts';
import { astmE1036 } from './astm-e1036.ts';
import { fitDesotoBatzelis } from './fit-desoto-batzelis.ts';
import { fitSandiaSimple } from './fit-sandia-simple.ts';
import { iec60891Procedure1, iec60891Procedure2, STC } from './iec60891.ts';
import { rectifyIvCurve } from './rectify.ts';

const cell = {
  photocurrent: 7,
  saturationCurrent: 6e-7,
  resistanceSeries: 0.1,
  resistanceShunt: 20,
  nNsVth: 0.5,
};
const POINTS = 40;
const OPEN = 8.1063;
const micro = (value: number) => Math.round(value * 1e6) / 1e6;
const voltage = Float64Array.from({ length: POINTS }, (_, at) => micro((OPEN * at) / (POINTS - 1)));
const current = iFromV({ ...cell, voltage }).map(micro);

describe('rectifyIvCurve', () => {
  it('sorts, joins and leaves out as pvlib 0.16 does', () => {
    const curve = rectifyIvCurve([1, 0.5, 0.5, NaN, -1, 2.004, 2.001], [3, 4, 5, 1, 9, 1, 2], 2);
    expect(curve).toEqual({ v: Float64Array.of(0.5, 1, 2), i: Float64Array.of(4.5, 3, 1.5) });
  });

  it('keeps voltages apart that are', () => {
    expect(rectifyIvCurve([2.004, 2.001], [1, 2]).v).toEqual(Float64Array.of(2.001, 2.004));
    expect(() => rectifyIvCurve([1], [1, 2])).toThrow('current has 2 values');
  });
});

describe('astmE1036', () => {
  it('finds what pvlib 0.16 finds where neither end was measured', () => {
    const found = astmE1036(
      voltage.slice(0, -1).map((v) => v + 0.05),
      current.slice(0, -1),
    );
    expect(found.voc).toBeCloseTo(8.19353508383, 6);
    expect(found.isc).toBeCloseTo(6.96766009088, 6);
    expect(found.vmp).toBeCloseTo(6.26849407097, 5);
    expect(found.imp).toBeCloseTo(6.14194495199, 5);
    expect(found.pmp).toBeCloseTo(38.5007455158, 5);
    expect(found.ff).toBeCloseTo(0.67438960193, 6);
  });

  it('takes measured ends, and refuses a curve with hardly a top', () => {
    const found = astmE1036(voltage, current);
    expect([found.voc, found.isc]).toEqual([voltage.at(-1), current[0]]);
    expect(() => astmE1036([0, 1, 2], [3, 2, 0])).toThrow('5 points at least');
  });
});

describe('fitSandiaSimple', () => {
  it('finds what pvlib 0.16 finds', () => {
    const found = fitSandiaSimple({ voltage, current });
    expect(found.photocurrent).toBeCloseTo(7.00002709427, 5);
    expect(found.saturationCurrent * 1e7).toBeCloseTo(5.98484584659, 2);
    expect(found.resistanceSeries).toBeCloseTo(0.100013507135, 5);
    expect(found.resistanceShunt).toBeCloseTo(19.9894354505, 3);
    expect(found.nNsVth).toBeCloseTo(0.499923668744, 5);
  });

  it('refuses what is no curve of a module', () => {
    const flat = voltage.map(() => 5);
    expect(() => fitSandiaSimple({ voltage, current: flat })).toThrow('does not fall');
    expect(() => fitSandiaSimple({ voltage, current: [1] })).toThrow('current has 1 values');
  });
});

describe('IEC 60891', () => {
  const sheet = { vMp: 31, iMp: 8.71, vOc: 38.3, iSc: 9.43, alphaSc: 0.005658, betaVoc: -0.13788 };
  const module = fitDesotoBatzelis(sheet);
  const at = (irradiance: number, temperature: number) =>
    calcparamsDesoto({ effectiveIrradiance: irradiance, tempCell: temperature, ...module });
  const measuredAt = (irradiance: number, temperature: number) => {
    const parameters = at(irradiance, temperature);
    const points = singlediode(parameters);
    const v = Float64Array.from({ length: 200 }, (_, n) => (points.vOc * n) / 199);
    return { points, curve: { v, i: iFromV({ ...parameters, voltage: v }) } };
  };
  const topOf = ({ v, i }: { v: Float64Array; i: Float64Array }) => Math.max(...v.map((v, n) => v * i[n]!));
  const expected = singlediode(at(1000, 25)).pMp;

  it('leaves a curve at its own conditions', () => {
    const { curve, points } = measuredAt(1000, 25);
    const same = { curve, from: STC, iSc: points.iSc, alpha: 0.005, beta: -0.13, Rs: 0.3 };
    expect(iec60891Procedure1(same)).toEqual(curve);
  });

  it('brings a curve of a warm bright day to standard conditions, within 2 % without kappa', () => {
    const { curve, points } = measuredAt(850, 45);
    const from = { irradiance: 850, temperature: 45 };
    const common = { curve, from, Rs: module.Rs };
    const first = iec60891Procedure1({
      ...common,
      iSc: points.iSc,
      alpha: sheet.alphaSc,
      beta: sheet.betaVoc,
    });
    const second = iec60891Procedure2({
      ...common,
      vOc: points.vOc,
      alphaRel: sheet.alphaSc / sheet.iSc,
      betaRel: sheet.betaVoc / sheet.vOc,
      a: module.aRef / sheet.vOc,
    });
    expect(Math.abs(topOf(first) / expected - 1)).toBeLessThan(0.02);
    expect(Math.abs(topOf(second) / expected - 1)).toBeLessThan(0.02);
    expect(Math.abs(topOf(curve) / expected - 1)).toBeGreaterThan(0.15);
  });

  it('keeps what is not known, and refuses curves of two lengths', () => {
    const options = { from: STC, iSc: 9, alpha: 0.005, beta: -0.13, Rs: 0.3 };
    const curve = { v: Float64Array.of(1, 2), i: Float64Array.of(3, NaN) };
    const moved = iec60891Procedure1({ ...options, curve });
    expect([moved.v[0], moved.v[1], moved.i[1]]).toEqual([1, NaN, NaN]);
    expect(() => iec60891Procedure1({ ...options, curve: { ...curve, i: Float64Array.of(1) } })).toThrow(
      'i has 1 values',
    );
  });
});
