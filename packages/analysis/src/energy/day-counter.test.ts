import { describe, expect, it } from 'vitest';
import { dayCounterSteps, type DayCounterOptions } from './day-counter.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const dayStart = (time: number) => Math.floor(time / DAY) * DAY;
const HOUSE: DayCounterOptions = { ratedPowerW: 5000, valuesIn: 'kWh', maxGapMs: 2.1 * HOUR, dayStart };

/** Rows of hour and reading; the first day begins at hour 0. */
const stepsOf = (rows: readonly (readonly [number, number])[], opts: Partial<DayCounterOptions> = {}) =>
  dayCounterSteps(
    rows.map(([hour]) => hour * HOUR),
    rows.map(([, kwh]) => kwh),
    { ...HOUSE, ...opts },
  );

/** Energy that is known to lie inside a day, and the hours of it of which nothing is known. */
function dayOf(day: number, steps: ReturnType<typeof stepsOf>) {
  let kwh = 0;
  let unknown = 0;
  for (const step of steps) {
    if (step.kind === 'spike') continue;
    const from = Math.max(step.from, day * DAY);
    const to = Math.min(step.to, (day + 1) * DAY);
    if (to <= from) continue;
    if (step.kind === 'reset') unknown += (to - from) / HOUR;
    else kwh += (step.kwh * (to - from)) / (step.to - step.from);
  }
  return { kwh: Math.round(kwh * 1000) / 1000, unknown };
}

/** A reading each quarter of an hour from a list of [hour, reading] corners, straight lines between them. */
function curve(...corners: (readonly [number, number])[]): [number, number][] {
  const rows: [number, number][] = [];
  for (const [i, [hour, kwh]] of corners.entries()) {
    const [next, after] = corners[i + 1] ?? [hour + 0.25, kwh];
    for (let at = hour; at < next; at += 0.25)
      rows.push([at, kwh + ((after - kwh) * (at - hour)) / (next - hour)]);
  }
  return rows;
}
const FAST = { maxGapMs: HOUR / 2 };

describe('a daily counter', () => {
  it('goes on over the restart of midnight', () => {
    const rows = curve([6, 0], [18, 20], [23.75, 20]).concat(curve([24, 0], [30, 0], [42, 12], [47, 12]));
    const steps = stepsOf(rows, FAST);
    expect(dayOf(0, steps)).toEqual({ kwh: 20, unknown: 0 });
    expect(dayOf(1, steps)).toEqual({ kwh: 12, unknown: 0 });
  });

  it('keeps what it counted when it is cleared in the evening', () => {
    const rows = curve([0, 0], [6, 0], [18, 20], [19.75, 20]).concat(
      curve([20, 0], [30, 0], [42, 12], [43.75, 12]),
    );
    const steps = stepsOf([...rows, ...curve([44, 0], [47, 0])], FAST);
    expect(dayOf(0, steps)).toEqual({ kwh: 20, unknown: 0 });
    expect(dayOf(1, steps)).toEqual({ kwh: 12, unknown: 0 });
  });

  it('counts on after a reboot at noon', () => {
    const rows = curve([0, 0], [6, 0], [12, 12], [12.25, 12]).concat(curve([12.5, 0], [18, 9], [23, 9]));
    expect(dayOf(0, stepsOf(rows, FAST))).toEqual({ kwh: 21, unknown: 0 });
  });

  it('gives the new day what it counted since midnight, over a silent night', () => {
    const steps = stepsOf([...curve([6, 0], [18, 30]), [35, 25], ...curve([35.25, 25], [42, 30])], FAST);
    expect(dayOf(0, steps).kwh).toBeCloseTo(30);
    expect(dayOf(1, steps).kwh).toBeCloseTo(30);
    expect(dayOf(0, steps).unknown).toBeCloseTo(6);
    expect(steps.find(({ kwh }) => kwh === 25)).toEqual({ from: DAY, to: 35 * HOUR, kwh: 25, kind: 'gap' });
  });

  it('holds a whole new day after a silence over midnight, where the device keeps the zone', () => {
    const rows = [
      [16, 28],
      [17, 29],
      [18, 30],
      [42, 60],
      [43, 60],
    ] as const;
    expect(dayOf(1, stepsOf(rows, { sameZone: true }))).toEqual({ kwh: 60, unknown: 0 });
    expect(dayOf(1, stepsOf(rows, { sameZone: true })).kwh).toBe(60);
  });

  it('does not know what rose over midnight, where a restart and none are possible', () => {
    const rows = [
      [16, 28],
      [17, 29],
      [18, 30],
      [42, 60],
      [43, 60],
    ] as const;
    expect(dayOf(1, stepsOf(rows))).toEqual({ kwh: 0, unknown: 18 });
    expect(dayOf(0, stepsOf(rows))).toEqual({ kwh: 2, unknown: 6 });
  });

  it('shows yesterday’s value until the device wakes', () => {
    const rows = curve([16, 10], [18, 20], [29.75, 20]).concat(curve([30, 0.1], [36, 6], [40, 9]));
    const steps = stepsOf(rows, FAST);
    expect(dayOf(0, steps).kwh).toBeCloseTo(10);
    expect(dayOf(1, steps)).toEqual({ kwh: 9, unknown: 0 });
  });

  it('does not know the days of a silence that lasted several', () => {
    const steps = stepsOf([...curve([6, 0], [18, 30]), [108, 12], ...curve([108.25, 12], [112, 20])], FAST);
    expect(dayOf(2, steps)).toEqual({ kwh: 0, unknown: 24 });
    expect(dayOf(4, steps).kwh).toBeCloseTo(20);
  });

  it('leaves a bad newest reading unknown', () => {
    for (const opts of [FAST, { ...FAST, ratedPowerW: undefined }]) {
      const { ratedPowerW, ...unrated } = { ...HOUSE, ...opts };
      const rows: [number, number][] = [...curve([6, 0], [10, 8]), [10, 65_535]];
      const steps = dayCounterSteps(
        rows.map(([hour]) => hour * HOUR),
        rows.map(([, kwh]) => kwh),
        ratedPowerW === undefined ? unrated : { ...unrated, ratedPowerW },
      );
      expect(dayOf(0, steps).kwh).toBeCloseTo(7.5);
      expect(dayOf(0, steps).unknown).toBe(0.25);
    }
  });

  it('does not take a bad reading or a zero among good ones', () => {
    const rows = curve([6, 0], [10, 8]);
    for (const bad of [65_535, 0]) {
      const spoiled = rows.map(([hour, kwh], i): [number, number] => [hour, i === 9 ? bad : kwh]);
      expect(dayOf(0, stepsOf(spoiled, FAST))).toEqual({ kwh: 8, unknown: 0 });
    }
  });

  it('does not take a small drop for a restart', () => {
    const late = curve([6, 0], [10, 8]).concat([[10.05, 6.5]], curve([10.25, 8.5], [12, 12]));
    expect(dayOf(0, stepsOf(late, FAST)).kwh).toBeCloseTo(12, 1);
    const restored = curve([6, 0], [10, 8]).concat(curve([10.25, 6.5], [14, 8.4]));
    expect(dayOf(0, stepsOf(restored, FAST)).kwh).toBeLessThan(10);
  });

  it('does not credit more than the time since the restart can hold', () => {
    expect(
      stepsOf([
        [23, 40],
        [24, 30],
        [25, 31],
      ]).every(({ kind }) => kind !== 'rollover'),
    ).toBe(true);
  });

  it('counts in the register’s unit', () => {
    const steps = dayCounterSteps([0, HOUR], [200, 15], {
      ratedPowerW: 5000,
      scale: 0.1,
      dayStart,
      maxGapMs: 2 * HOUR,
    });
    expect(steps[0]).toMatchObject({ kwh: 1.5, kind: 'rollover' });
  });

  it('restarts at the device’s own midnight, wherever that is', () => {
    // The device restarts at 30 h, six hours into the station's day.
    const rows = curve([20, 5], [29.75, 11]).concat(curve([30, 0], [36, 6], [47, 9]));
    const steps = stepsOf(rows, FAST);
    expect(dayOf(1, steps).kwh).toBeCloseTo(11 - 5 - 4 * (6 / 9.75) + 9, 1);
    expect(dayOf(1, steps).unknown).toBe(0);
  });
});
