import { describe, expect, it } from 'vitest';
import { adr } from './adr.ts';
import { fitSandia, type VoltageLevel } from './fit-sandia.ts';
import { pvwatts, pvwattsMulti } from './pvwatts.ts';
import { sandia, sandiaMulti, type SandiaInverter } from './sandia.ts';
import { cecEfficiency, europeanEfficiency } from './weighted-efficiency.ts';

const micro: SandiaInverter = {
  Paco: 250,
  Pdco: 259.589,
  Vdco: 40,
  Pso: 2.08961,
  C0: -4.1e-5,
  C1: -9.1e-5,
  C2: 4.94e-4,
  C3: -0.013171,
  Pnt: 0.075,
};

describe('sandia', () => {
  it('takes power at night, and gives its rating at most', () => {
    expect(sandia({ vDc: 40, pDc: 0, ...micro })).toBe(-0.075);
    expect(sandia({ vDc: 40, pDc: 999, ...micro })).toBe(250);
    expect(sandia({ vDc: NaN, pDc: 0, ...micro })).toBeNaN();
  });
});

describe('several inputs', () => {
  const one = Float64Array.of(100, 1, 30);
  const two = Float64Array.of(50, 0.5, 300);

  it('are what pvlib 0.16 says', () => {
    const ac = sandiaMulti([Float64Array.of(40, 35, 20), Float64Array.of(30, 45, 55)], [one, two], micro);
    expect(ac[0]).toBeCloseTo(144.2545288104, 9);
    expect([...ac].slice(1)).toEqual([-0.075, 250]);
    const sum = pvwattsMulti([Float64Array.of(10, 1000, 4000), Float64Array.of(0, 2000, 3000)], {
      pdc0: 5000,
    });
    expect(sum[1]).toBeCloseTo(2887.61066722, 7);
    expect([sum[0], sum[2]]).toEqual([0, 4800]);
  });

  it('are those of one where there is one, and nothing without power', () => {
    expect(sandiaMulti([40], [100], micro)).toBeCloseTo(sandia({ vDc: 40, pDc: 100, ...micro }), 12);
    expect(sandiaMulti([40, 30], [0, 0], micro)).toBe(-0.075);
    expect(sandiaMulti([40, 30], [NaN, 10], micro)).toBeNaN();
    expect(pvwattsMulti([1000, 500], { pdc0: 5000 })).toBe(pvwatts({ pdc: 1500, pdc0: 5000 }));
  });

  it('refuse what does not fit', () => {
    expect(() => sandiaMulti([40], [100, 2], micro)).toThrow('vDc has 1 inputs, pDc has 2');
    expect(() => sandiaMulti([one], [new Float64Array(2)], micro)).toThrow('one length');
    expect(() => pvwattsMulti([one, new Float64Array(2)], { pdc0: 5000 })).toThrow('one length');
  });
});

describe('pvwatts', () => {
  // An inverter of 95 W AC, so 100 W DC at its nominal 95 %.
  it.each([
    [90, 85.58556604752516],
    [50, 47.60843624],
    [100, 95],
    [150, 95],
    [0, 0],
    [0.1, 0],
    [-5, 0],
  ])('%d W in: %d W out', (pdc, ac) => {
    expect(pvwatts({ pdc, pdc0: 100, etaInvNom: 0.95 })).toBeCloseTo(ac, 6);
  });

  it('does not know what unknown power gives', () => {
    expect(pvwatts({ pdc: NaN, pdc0: 100 })).toBeNaN();
    expect(pvwatts({ pdc: 50, pdc0: NaN })).toBeNaN();
  });
});

describe('adr', () => {
  it('wants nine coefficients', () => {
    const few = { vDc: 1, pDc: 1, Pnom: 1, Vnom: 1, Pacmax: 1, Pnt: 1, ADRCoefficients: [1, 2] };
    expect(() => adr(few)).toThrow('9 values, not 2');
  });
});

describe('fitSandia', () => {
  const levels: [VoltageLevel, number][] = [
    ['Vmin', 30],
    ['Vnom', 40],
    ['Vmax', 55],
  ];
  const rows = levels.flatMap(([level, vDc]) =>
    [0.1, 0.2, 0.3, 0.5, 0.75, 0.99].map((load) => {
      const pDc = load * micro.Pdco;
      return { level, vDc, pDc, pAc: sandia({ vDc, pDc, ...micro, Paco: 250 }) };
    }),
  );
  const test = {
    acPower: rows.map(({ pAc }) => pAc),
    dcPower: rows.map(({ pDc }) => pDc),
    dcVoltage: rows.map(({ vDc }) => vDc),
    dcVoltageLevel: rows.map(({ level }) => level),
    pAc0: 250,
    pNt: 0.075,
  };

  it('finds the coefficients that a test was made of', () => {
    const found = fitSandia(test);
    for (const [name, value] of Object.entries(micro))
      expect(found[name as keyof SandiaInverter] / value, name).toBeCloseTo(1, 6);
  });

  it('refuses levels that are missing and lists of other lengths', () => {
    expect(() => fitSandia({ ...test, dcPower: [1] })).toThrow('dcPower has 1 values');
    const dcVoltageLevel = rows.map(() => 'Vnom' as const);
    expect(() => fitSandia({ ...test, dcVoltageLevel })).toThrow('three rows at least of Vmin');
  });
});

describe('weighted efficiency', () => {
  it('is that of an inverter that has one only', () => {
    expect(cecEfficiency(() => 0.97)).toBeCloseTo(0.97, 12);
    expect(europeanEfficiency(() => 0.97)).toBeCloseTo(0.97, 12);
  });

  it('counts 75 % most in California, 50 % in Europe', () => {
    expect(cecEfficiency((load) => (load === 0.75 ? 1 : 0))).toBe(0.53);
    expect(europeanEfficiency((load) => (load === 0.5 ? 1 : 0))).toBe(0.48);
  });
});
