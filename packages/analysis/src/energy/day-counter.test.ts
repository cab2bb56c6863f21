import { describe, expect, it } from 'vitest';
import { dayCounterEnergy, dayCounterSteps, type DayCounterInput } from './day-counter.ts';

const HOUR = 3_600_000;
const DAY = { start: 24 * HOUR, end: 48 * HOUR };
const RATED = { ratedPowerW: 5000 };
/** Hour of the first day and reading. */
const series = (...rows: [number, number][]) => ({
  times: rows.map(([hour]) => hour * HOUR),
  kwh: rows.map(([, kwh]) => kwh),
});
const energy = (rows: [number, number][], over: Partial<DayCounterInput> = {}) =>
  dayCounterEnergy({ ...series(...rows), day: DAY, sameZone: true, ...RATED, ...over });

describe('dayCounterSteps', () => {
  const total = (...rows: [number, number][]) => {
    const { times, kwh } = series(...rows);
    return dayCounterSteps(times, kwh, { ...RATED, valuesIn: 'kWh', scale: 0.1 }).reduce(
      (sum, step) => sum + step.kwh,
      0,
    );
  };

  it('goes on over the restart of midnight', () => {
    expect(total([22, 20], [23, 20], [25, 0], [32, 1.5], [34, 4])).toBeCloseTo(4);
  });

  it('credits what has grown since the restart', () => {
    const { times, kwh } = series([23, 20], [32, 1.5], [33, 4]);
    const steps = dayCounterSteps(times, kwh, { ...RATED, valuesIn: 'kWh', scale: 0.1 });
    expect(steps[0]).toMatchObject({ kwh: 1.5, kind: 'rollover' });
  });

  it('does not credit more than the span can hold', () => {
    const { times, kwh } = series([23, 40], [24, 30], [25, 31]);
    const steps = dayCounterSteps(times, kwh, { ...RATED, valuesIn: 'kWh', scale: 0.1 });
    expect(steps[0]).toMatchObject({ kwh: 0, kind: 'reset' });
  });

  it('counts in the register’s unit', () => {
    const steps = dayCounterSteps([0, HOUR], [200, 15], { ...RATED, scale: 0.1 });
    expect(steps[0]).toMatchObject({ kwh: 1.5, kind: 'rollover' });
  });
});

describe('dayCounterEnergy', () => {
  it('is the highest reading of the day', () => {
    expect(
      energy([
        [25, 0],
        [32, 1],
        [36, 12],
        [44, 18.5],
        [47, 18.5],
      ]),
    ).toBe(18.5);
  });

  it('has the energy of before the first reading too', () => {
    expect(
      energy([
        [36, 12],
        [38, 15],
      ]),
    ).toBe(15);
  });

  it('does not take yesterday’s value, shown until the device wakes', () => {
    expect(
      energy([
        [20, 30],
        [25, 30],
        [30, 30],
        [31, 0.1],
        [36, 4],
        [46, 9],
      ]),
    ).toBe(9);
  });

  it('is what was added, when the device never woke', () => {
    expect(
      energy([
        [20, 30],
        [25, 30],
        [40, 30],
      ]),
    ).toBe(0);
  });

  it('does not take a bad reading', () => {
    expect(
      energy([
        [25, 0],
        [35, 5],
        [36, 65_535],
        [37, 7],
        [38, 8],
      ]),
    ).toBe(8);
  });

  it('sums steps where the device’s midnight is another', () => {
    // The device restarts at 30 h, six hours into the station's day.
    const rows: [number, number][] = [
      [23, 6],
      [25, 8],
      [29, 11],
      [31, 0.5],
      [35, 4],
      [47, 9],
    ];
    expect(energy(rows, { sameZone: false })).toBeCloseTo(2 + 3 + 9);
  });

  it('is null without a reading in the day', () => {
    expect(
      energy([
        [20, 30],
        [50, 1],
      ]),
    ).toBeNull();
  });
});
