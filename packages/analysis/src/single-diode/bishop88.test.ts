import { describe, expect, it } from 'vitest';
import { iFromV, maxPowerPoint, singlediode, vFromI } from '../pvsystem/iv.ts';
import { bishop88, bishop88IFromV, bishop88Mpp, bishop88VFromI } from './bishop88.ts';

const cell = {
  photocurrent: 9,
  saturationCurrent: 2e-10,
  resistanceSeries: 0.005,
  resistanceShunt: 11,
  nNsVth: 0.0265,
};
const broken = { breakdownFactor: 2e-3, breakdownVoltage: -5.5, breakdownExp: 3.28 };
const thinFilm = { ...cell, nNsVth: 0.05, d2mutau: 0.02, NsVbi: 1 };

/** Central difference. */
const slope = (at: (vd: number) => number, vd: number) => (at(vd + 1e-6) - at(vd - 1e-6)) / 2e-6;

describe('bishop88', () => {
  it.each([
    ['a plain cell', cell, 0.6],
    ['a cell that breaks down', { ...cell, ...broken }, -4.2],
    ['a thin film', thinFilm, 0.7],
  ])('has the derivatives of %s', (_, module, vd) => {
    const at = (diodeVoltage: number) => bishop88({ ...module, diodeVoltage });
    const point = at(vd);
    const i = slope((vd) => at(vd).i, vd);
    const v = slope((vd) => at(vd).v, vd);
    expect(point.gradI / i).toBeCloseTo(1, 6);
    expect(point.gradV / v).toBeCloseTo(1, 6);
    expect(point.grad / (i / v)).toBeCloseTo(1, 6);
    expect(point.gradP / (slope((vd) => at(vd).p, vd) / v)).toBeCloseTo(1, 5);
    expect(point.grad2P / slope((vd) => at(vd).gradP, vd)).toBeCloseTo(1, 5);
  });

  it('meets its own curve from both sides, also far beyond breakdown', () => {
    for (const module of [{ ...cell, ...broken }, thinFilm])
      for (const voltage of [-5.45, -3, 0, 0.4, 0.62]) {
        const current = bishop88IFromV({ ...module, voltage });
        expect(bishop88VFromI({ ...module, current })).toBeCloseTo(voltage, 9);
      }
    expect(bishop88VFromI({ ...cell, ...broken, current: 5000 })).toBeLessThan(-5.5);
  });

  it('finds the top: no neighbour has more power', () => {
    for (const module of [cell, { ...cell, ...broken }, thinFilm]) {
      const { vMp, pMp } = bishop88Mpp(module);
      for (const voltage of [vMp - 1e-3, vMp + 1e-3])
        expect(voltage * bishop88IFromV({ ...module, voltage })).toBeLessThan(pMp);
    }
  });
});

describe('a module in the dark', () => {
  const dark = { ...cell, photocurrent: 0, resistanceShunt: Infinity };

  it('gives nothing', () => {
    expect(maxPowerPoint(dark)).toEqual({ iMp: 0, vMp: 0, pMp: 0 });
    for (const value of Object.values(singlediode(dark))) expect(value).toBeCloseTo(0, 15);
  });

  it('is not known where its shunt is below 0', () => {
    for (const value of Object.values(singlediode({ ...cell, resistanceShunt: -5 }))) expect(value).toBeNaN();
  });
});

describe('explicit curves', () => {
  it('meet the iterated ones, also with hardly any resistance', () => {
    for (const resistanceSeries of [0, 1e-9, 0.005, 0.5])
      for (const resistanceShunt of [0.5, 1e9, Infinity])
        for (const voltage of [-1, 0, 0.5]) {
          const module = { ...cell, resistanceSeries, resistanceShunt };
          const current = iFromV({ ...module, voltage });
          expect(current).toBeCloseTo(bishop88IFromV({ ...module, voltage }), 8);
          if (current < cell.photocurrent) expect(vFromI({ ...module, current })).toBeCloseTo(voltage, 6);
        }
  });
});
