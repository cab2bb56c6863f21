import { describe, expect, it } from 'vitest';
import { chooseEnergy } from './choose-source.ts';

describe('chooseEnergy', () => {
  it('prefers the meter, then the lifetime counter, the day counter, the integral', () => {
    const all = { meterCounter: 1, lifetimeCounter: 2, dayCounter: 3, powerIntegral: 4 };
    expect(chooseEnergy(all)).toMatchObject({ kwh: 1, source: 'meterCounter' });
    expect(chooseEnergy({ ...all, meterCounter: null })).toMatchObject({ kwh: 2, source: 'lifetimeCounter' });
    expect(chooseEnergy({ dayCounter: 3, powerIntegral: 4 })).toMatchObject({ kwh: 3, source: 'dayCounter' });
    expect(chooseEnergy({ powerIntegral: 4 })).toMatchObject({
      kwh: 4,
      source: 'powerIntegral',
      deviation: null,
    });
  });

  it('takes a true zero, not NaN', () => {
    expect(chooseEnergy({ lifetimeCounter: 0, powerIntegral: 5 })).toMatchObject({ kwh: 0, deviation: null });
    expect(chooseEnergy({ meterCounter: NaN, dayCounter: 5 })).toMatchObject({ source: 'dayCounter' });
  });

  it('suspects a counter more than 3 % from the integral', () => {
    expect(chooseEnergy({ lifetimeCounter: 100, powerIntegral: 98 })).toMatchObject({
      deviation: 0.02,
      suspect: false,
    });
    expect(chooseEnergy({ lifetimeCounter: 100, powerIntegral: 96 }).suspect).toBe(true);
    expect(chooseEnergy({ lifetimeCounter: 100, powerIntegral: 104 }).suspect).toBe(true);
  });

  it('knows when there is nothing', () => {
    expect(chooseEnergy({})).toEqual({ kwh: null, source: null, deviation: null, suspect: false });
  });
});
