import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepSoc, usableSoc, type Battery } from './state-of-charge.ts';

const HOUR = 3_600_000;
const battery: Battery = { capacity: 10, roundTripEfficiency: 0.81, minSoc: 10, maxSoc: 95 };

describe('stepSoc', () => {
  it('draws more from the cells than it gives, stores less than it takes', () => {
    expect(stepSoc(50, { power: 900, spanMs: HOUR }, battery).soc).toBeCloseTo(40, 9);
    expect(stepSoc(50, { power: -1000, spanMs: HOUR }, battery).soc).toBeCloseTo(59, 9);
  });

  it('stops at its limits, and says what it could give', () => {
    const low = stepSoc(15, { power: 5000, spanMs: HOUR }, battery);
    expect(low.soc).toBeCloseTo(10, 9);
    expect(low.power).toBeCloseTo(450, 9);
    const full = stepSoc(94, { power: -5000, spanMs: HOUR }, battery);
    expect(full.soc).toBeCloseTo(95, 9);
    expect(full.power).toBeCloseTo(-111.111, 2);
  });

  it('does not move past a limit it already lies beyond', () => {
    expect(stepSoc(5, { power: 1000, spanMs: HOUR }, battery)).toEqual({ soc: 5, power: 0 });
    expect(stepSoc(5, { power: -1000, spanMs: HOUR }, battery).soc).toBeGreaterThan(5);
  });

  it('stays without capacity or time', () => {
    expect(stepSoc(40, { power: 1000, spanMs: 0 }, battery)).toEqual({ soc: 40, power: 0 });
    expect(stepSoc(40, { power: 1000, spanMs: HOUR }, { capacity: 0 })).toEqual({ soc: 40, power: 0 });
  });

  it('gives back the round-trip efficiency of what it took, whatever the steps', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 1500 }), fc.integer({ min: 1, max: 60 }), (watts, minutes) => {
        const spanMs = minutes * 60_000;
        const charged = stepSoc(50, { power: -watts, spanMs }, battery);
        const back = stepSoc(charged.soc, { power: watts * 0.81, spanMs }, battery);
        expect(back.soc).toBeCloseTo(50, 6);
      }),
    );
  });
});

describe('usableSoc', () => {
  it('is the place between the limits', () => {
    expect(usableSoc(10, battery)).toBe(0);
    expect(usableSoc(95, battery)).toBe(100);
    expect(usableSoc(30, { capacity: 5 })).toBe(30);
  });
});
