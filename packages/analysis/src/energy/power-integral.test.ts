import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { powerSteps } from './power-integral.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const minutes = (...list: number[]) => list.map((minute) => minute * MINUTE);
const sum = (steps: readonly { kwh: number }[]) => steps.reduce((total, { kwh }) => total + kwh, 0);

describe('powerSteps', () => {
  it('takes the trapezoid between samples', () => {
    const steps = powerSteps(minutes(0, 30, 60), [0, 2000, 0]);
    expect(sum(steps)).toBe(1);
    expect(steps.every(({ kind }) => kind === 'normal')).toBe(true);
  });

  it('has no step over a gap', () => {
    const steps = powerSteps(minutes(0, 5, 10, 70, 75), [1200, 1200, 1200, 1200, 1200]);
    expect(steps.map(({ to }) => to / MINUTE)).toEqual([5, 10, 75]);
    expect(sum(steps)).toBeCloseTo(0.3);
  });

  it('knows nothing of ten hours between two samples', () => {
    expect(powerSteps([0, 10 * HOUR], [500, 500])).toEqual([]);
    expect(powerSteps([0, 10 * HOUR, 20 * HOUR, 30 * HOUR], [500, 500, 500, 500])).toEqual([]);
  });

  it('has nothing of one sample or none', () => {
    expect(powerSteps([], [])).toEqual([]);
    expect(powerSteps([0], [500])).toEqual([]);
  });

  it('covers a day of samples whose clock wavers', () => {
    const times = Array.from({ length: 145 }, (_, i) => i * 10 * MINUTE + (i % 3) * 5000 - 5000);
    const covered = powerSteps(
      times,
      times.map(() => 100),
    ).reduce((total, { from, to }) => total + to - from, 0);
    expect(covered).toBe(times.at(-1)! - times[0]!);
  });

  it('keeps the consumption of the night', () => {
    expect(sum(powerSteps(minutes(0, 10), [-60, -60]))).toBeCloseTo(-0.01);
  });

  it('leaves out samples that are no number', () => {
    expect(sum(powerSteps(minutes(0, 5, 10), [1200, NaN, 1200], { maxGapMs: 15 * MINUTE }))).toBeCloseTo(0.2);
  });

  it('is the same for any sampling of constant power', () => {
    const waits = fc.array(fc.integer({ min: 1, max: 900_000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(waits, fc.integer({ min: -100, max: 100_000 }), (list, watts) => {
        let time = 0;
        const times = [0, ...list.map((wait) => (time += wait))];
        const steps = powerSteps(
          times,
          times.map(() => watts),
          { maxGapMs: 900_000 },
        );
        expect(sum(steps)).toBeCloseTo((watts * time) / 3.6e9, 6);
      }),
    );
  });

  it('leaves out a reading beyond belief, and believes what is usual for the device', () => {
    const bad = 0xff_ff_ff_ff;
    const opts = { mostPowerW: 100_000 };
    expect(sum(powerSteps(minutes(0, 5, 10, 15), [6000, 6000, bad, 6000], opts))).toBeCloseTo(1.5);
    expect(sum(powerSteps(minutes(0, 5, 10), [6000, 6000, -1e20], opts))).toBeCloseTo(0.5);
    const plant = Array.from({ length: 12 }, () => 6_000_000);
    const times = minutes(...plant.map((_, i) => 5 * i));
    expect(sum(powerSteps(times, plant, opts))).toBeCloseTo(5500);
    expect(sum(powerSteps(times, plant.with(4, bad), opts))).toBeCloseTo(5500);
    const nights = [...Array.from({ length: 20 }, () => -40), ...plant];
    expect(sum(powerSteps(minutes(...nights.map((_, i) => 5 * i)), nights, opts))).toBeGreaterThan(5500);
  });
});
