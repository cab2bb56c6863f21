import { describe, expect, it } from 'vitest';
import { chooseEnergy, decideEnergy } from './choose-source.ts';
import type { CounterStep, CounterStepKind } from './counter.ts';

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
    expect(chooseEnergy({ lifetimeCounter: 0 })).toMatchObject({ kwh: 0, suspect: false });
    expect(chooseEnergy({ lifetimeCounter: 0, powerIntegral: 0 })).toMatchObject({ kwh: 0, suspect: false });
    expect(chooseEnergy({ meterCounter: NaN, dayCounter: 5 })).toMatchObject({ source: 'dayCounter' });
  });

  it('suspects a counter more than 3 % from the integral, one of 0 too', () => {
    expect(chooseEnergy({ lifetimeCounter: 100, powerIntegral: 98 })).toMatchObject({
      deviation: 0.02,
      suspect: false,
    });
    expect(chooseEnergy({ lifetimeCounter: 100, powerIntegral: 96 }).suspect).toBe(true);
    expect(chooseEnergy({ lifetimeCounter: 100, powerIntegral: 104 }).suspect).toBe(true);
    expect(chooseEnergy({ lifetimeCounter: 0, powerIntegral: 100 })).toMatchObject({
      kwh: 0,
      deviation: -1,
      suspect: true,
    });
  });

  it('knows when there is nothing', () => {
    expect(chooseEnergy({})).toEqual({ kwh: null, source: null, deviation: null, suspect: false });
  });
});

describe('decideEnergy', () => {
  const of = (kwh: number, kind: CounterStepKind = 'normal'): { steps: CounterStep[] } => ({
    steps: [{ from: 0, to: 1000, kwh, kind }],
  });
  const zero = { ...of(0), standsAtZero: true };

  it('takes the best source that knows something', () => {
    expect(decideEnergy({ lifetimeCounter: of(2), dayCounter: of(3) })?.source).toBe('lifetimeCounter');
    expect(decideEnergy({ lifetimeCounter: of(0, 'reset'), dayCounter: of(3) })?.source).toBe('dayCounter');
    expect(decideEnergy({ lifetimeCounter: of(0, 'reset') })?.source).toBe('lifetimeCounter');
    expect(decideEnergy({})).toBeUndefined();
  });

  it('passes a counter over that stands at 0 while others count', () => {
    expect(decideEnergy({ lifetimeCounter: zero, dayCounter: of(3) })?.source).toBe('dayCounter');
    expect(decideEnergy({ lifetimeCounter: zero, powerIntegral: of(3) })?.source).toBe('powerIntegral');
    expect(decideEnergy({ meterCounter: zero, powerIntegral: of(0) })?.source).toBe('meterCounter');
    expect(decideEnergy({ meterCounter: of(0), powerIntegral: of(3) })?.source).toBe('meterCounter');
  });
});
