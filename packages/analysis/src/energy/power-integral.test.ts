import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integratePower, powerSteps } from './power-integral.ts';

const MINUTE = 60_000;
const minutes = (...list: number[]) => list.map((minute) => minute * MINUTE);

describe('integratePower', () => {
  it('takes the trapezoid between samples', () => {
    const { kwh, coveredMs, missingMs } = integratePower(minutes(0, 30, 60), [0, 2000, 0]);
    expect(kwh).toBe(1);
    expect(coveredMs).toBe(60 * MINUTE);
    expect(missingMs).toBe(0);
  });

  it('knows nothing of a gap, and says how long it is', () => {
    const times = minutes(0, 5, 10, 70, 75);
    const { kwh, missingMs } = integratePower(times, [1200, 1200, 1200, 1200, 1200]);
    expect(kwh).toBeCloseTo(0.3);
    expect(missingMs).toBe(60 * MINUTE);
  });

  it('is null, not zero, when nothing is covered', () => {
    expect(integratePower([], []).kwh).toBeNull();
    expect(integratePower([0], [500]).kwh).toBeNull();
    expect(integratePower(minutes(0, 60), [500, 500], { maxGapMs: 15 * MINUTE }).kwh).toBeNull();
  });

  it('keeps the consumption of the night', () => {
    expect(integratePower(minutes(0, 60), [-40, -40]).kwh).toBeCloseTo(-0.04);
  });

  it('leaves out samples that are no number', () => {
    expect(integratePower(minutes(0, 5, 10), [1200, NaN, 1200], { maxGapMs: 15 * MINUTE }).kwh).toBeCloseTo(
      0.2,
    );
  });

  it('is the same for any sampling of constant power', () => {
    const waits = fc.array(fc.integer({ min: 1, max: 900_000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(waits, fc.integer({ min: -100, max: 100_000 }), (list, watts) => {
        let time = 0;
        const times = [0, ...list.map((wait) => (time += wait))];
        const { kwh } = integratePower(
          times,
          times.map(() => watts),
          { maxGapMs: 900_000 },
        );
        expect(kwh).toBeCloseTo((watts * time) / 3.6e9, 6);
      }),
    );
  });
});

describe('powerSteps', () => {
  it('has no step over a gap', () => {
    const steps = powerSteps(minutes(0, 5, 10, 70), [600, 600, 600, 600]);
    expect(steps.map(({ to }) => to / MINUTE)).toEqual([5, 10]);
    expect(steps.every(({ kind }) => kind === 'normal')).toBe(true);
  });
});
