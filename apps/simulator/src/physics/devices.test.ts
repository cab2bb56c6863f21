import { describe, expect, it } from 'vitest';
import { packTemperature, packVoltage, stepBattery } from './battery.ts';
import { count, midnightIn, shown } from './counter.ts';
import { derating, efficiencyAt, insideTemperature, invert } from './inverter.ts';
import { loadAt, type LoadShape } from './load.ts';

const NOON = Date.UTC(2026, 5, 3, 12);

describe('inverter', () => {
  it('is best in the middle of its range and poor at the very low end', () => {
    expect(efficiencyAt(0.5)).toBeGreaterThan(0.98);
    expect(efficiencyAt(0.02)).toBeLessThan(0.9);
    expect(efficiencyAt(1)).toBeLessThan(efficiencyAt(0.5));
  });

  it('clips at its rating and takes no more DC than that needs', () => {
    const clipped = invert(14_000, 10_000);
    expect(clipped.ac).toBe(10_000);
    expect(clipped.dc).toBeLessThan(10_300);
    expect(invert(14_000, 10_000, 0.6).ac).toBe(6000);
  });

  it('feeds itself at night', () => {
    const night = invert(0, 10_000);
    expect(night.dc).toBe(0);
    expect(night.ac).toBeLessThan(0);
    expect(night.ac).toBeGreaterThan(-10);
  });

  it('warms up slowly and gives less when hot', () => {
    const minute = insideTemperature({ before: 20, ambient: 20, load: 1, seconds: 60 });
    const hours = insideTemperature({ before: 20, ambient: 20, load: 1, seconds: 36_000 });
    expect(minute).toBeGreaterThan(20);
    expect(minute).toBeLessThan(25);
    expect(hours).toBeCloseTo(48, 0);
    expect(derating(50)).toBe(1);
    expect(derating(75)).toBeCloseTo(0.8, 9);
  });
});

describe('load', () => {
  const day = (shape: LoadShape, start: number) =>
    Array.from({ length: 288 }, (_, index) =>
      loadAt({ station: 'Mill', shape, mean: 1000, wall: start + index * 300_000, temperature: 18 }),
    );
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

  it('keeps near its mean over weeks', () => {
    const weeks = Array.from({ length: 28 }, (_, index) =>
      mean(day('residential', Date.UTC(2026, 4, 1 + index))),
    );
    expect(mean(weeks)).toBeGreaterThan(850);
    expect(mean(weeks)).toBeLessThan(1400);
  });

  it('peaks in the evening at home and at noon at work, and work rests on Sundays', () => {
    const hour = (values: number[], at: number) => mean(values.slice(at * 12, at * 12 + 24));
    const home = day('residential', Date.UTC(2026, 5, 3));
    expect(hour(home, 19)).toBeGreaterThan(1.5 * hour(home, 3));
    const work = day('commercial', Date.UTC(2026, 5, 3));
    expect(hour(work, 10)).toBeGreaterThan(2 * hour(work, 2));
    expect(mean(day('commercial', Date.UTC(2026, 5, 7)))).toBeLessThan(0.7 * mean(work));
  });

  it('is nothing where nobody lives', () => {
    expect(loadAt({ station: 'Field', shape: 'utility', mean: 0, wall: NOON, temperature: 18 })).toBe(0);
  });
});

describe('battery', () => {
  const battery = { capacityKwh: 10, maxPower: 5000 };

  it('gives back less than it took', () => {
    let soc = 50;
    let taken = 0;
    for (let step = 0; step < 12; step += 1) {
      const done = stepBattery(battery, { soc, wanted: -2000, seconds: 300 });
      taken -= done.power;
      soc = done.soc;
    }
    let given = 0;
    while (soc > 50.001) {
      const done = stepBattery(battery, { soc, wanted: 2000, seconds: 1 });
      given += done.power / 300;
      soc = done.soc;
    }
    expect(given / taken).toBeGreaterThan(0.9);
    expect(given / taken).toBeLessThan(0.94);
  });

  it('stops at its limits of power and charge, and takes little when nearly full', () => {
    expect(stepBattery(battery, { soc: 50, wanted: 9000, seconds: 5 }).power).toBe(5000);
    expect(stepBattery(battery, { soc: 10, wanted: 1000, seconds: 5 }).power).toBe(0);
    expect(stepBattery(battery, { soc: 100, wanted: -1000, seconds: 5 }).power).toBeCloseTo(0, 9);
    expect(stepBattery(battery, { soc: 97, wanted: -5000, seconds: 5 }).power).toBeCloseTo(-1500, 6);
    const long = stepBattery(battery, { soc: 15, wanted: 5000, seconds: 36_000 });
    expect(long.soc).toBeCloseTo(10, 6);
  });

  it('shows a higher voltage when full and sags under load', () => {
    expect(packVoltage(51.2, 99, 0)).toBeGreaterThan(packVoltage(51.2, 50, 0));
    expect(packVoltage(51.2, 50, 1)).toBeLessThan(packVoltage(51.2, 50, 0));
    expect(packTemperature({ before: 20, ambient: 30, loadShare: 1, seconds: 1e6 })).toBeGreaterThan(30);
  });
});

describe('counter', () => {
  it('counts energy, restarts at midnight with what came after it, and never counts down', () => {
    const counter = { total: 100, day: 5 };
    count(counter, 3600, { seconds: 1000, fraction: null });
    expect(counter.total).toBeCloseTo(101, 9);
    expect(counter.day).toBeCloseTo(6, 9);
    count(counter, 3600, { seconds: 1000, fraction: 0.25 });
    expect(counter.day).toBeCloseTo(0.25, 9);
    count(counter, -50, { seconds: 1000, fraction: null });
    expect(counter.total).toBeCloseTo(102, 9);
  });

  it('shows whole steps', () => {
    expect(shown(12.3999, 0.1)).toBeCloseTo(12.3, 9);
    expect(shown(12.4, 0.1)).toBeCloseTo(12.4, 9);
    expect(shown(999.99, 1)).toBe(999);
  });

  it('finds midnight in a step', () => {
    const midnight = Date.UTC(2026, 5, 4);
    expect(midnightIn(midnight - 60_000, midnight + 30_000)).toBeCloseTo(1 / 3, 9);
    expect(midnightIn(midnight - 60_000, midnight)).toBe(0);
    expect(midnightIn(midnight, midnight + 30_000)).toBeNull();
  });
});
