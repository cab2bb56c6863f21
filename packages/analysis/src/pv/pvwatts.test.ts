import { describe, expect, it } from 'vitest';
import { PVWATTS_LOSSES, lossFraction, pvwattsAc, pvwattsDc } from './pvwatts.ts';

describe('pvwattsDc', () => {
  it('is the nameplate at STC and follows light and heat', () => {
    expect(pvwattsDc(1000, 25, { dcPower: 300 })).toBe(300);
    expect(pvwattsDc(900, 30, { dcPower: 100, temperatureCoefficient: -0.003 })).toBeCloseTo(88.65, 9);
  });
});

describe('lossFraction', () => {
  it('is 14.08 % with the published list', () => {
    expect(lossFraction()).toBeCloseTo(0.140757, 6);
  });

  it('combines as a product', () => {
    const none = { ...PVWATTS_LOSSES };
    for (const name of Object.keys(none) as (keyof typeof none)[]) none[name] = 0;
    expect(lossFraction(none)).toBe(0);
    expect(lossFraction({ ...none, soiling: 50, snow: 50 })).toBeCloseTo(0.75);
  });
});

describe('pvwattsAc', () => {
  // An inverter of 95 W AC, so 100 W DC at its nominal 95 %.
  it.each([
    [90, 85.58556604752516],
    [50, 47.60843624],
    [100, 95],
    [150, 95],
    [0, 0],
    [0.1, 0],
    [-5, 0],
  ])('%d W in: %d W out', (dc, ac) => {
    expect(pvwattsAc(dc, 95, 0.95)).toBeCloseTo(ac, 6);
  });

  it('does not know what unknown power gives', () => {
    expect(pvwattsAc(NaN, 100)).toBeNaN();
    expect(pvwattsAc(50, NaN)).toBeNaN();
  });
});
