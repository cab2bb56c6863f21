import { describe, expect, it } from 'vitest';
import { currentAt, maxPower, moduleAt, moduleOf } from './module.ts';
import { bestPoint, tableOf } from './module-table.ts';
import { mpptAt } from './mppt.ts';

const power = (point: { voltage: number; current: number }) => point.voltage * point.current;
const LIGHT = { irradiance: 1000, diffuse: 120, cellTemperature: 25 };
const healthy = { gain: 1, open: false, shaded: 0 };

describe('module', () => {
  it.each([270, 330, 450, 580])('of %i Wp gives its rated power at standard conditions', (wp) => {
    expect(power(maxPower(moduleOf(wp)))).toBeCloseTo(wp, 1);
  });

  it('loses about a third of a percent per degree and is worse in weak light', () => {
    const model = moduleOf(450);
    const hot = power(maxPower(moduleAt(model, 1000, 65))) / 450;
    expect((hot - 1) / 40).toBeGreaterThan(-0.0045);
    expect((hot - 1) / 40).toBeLessThan(-0.0025);
    const weak = power(maxPower(moduleAt(model, 100, 25))) / 45;
    expect(weak).toBeGreaterThan(0.85);
    expect(weak).toBeLessThan(1);
  });

  it('has a current that falls with the voltage and ends at open circuit', () => {
    const model = moduleOf(450);
    const best = maxPower(model);
    expect(currentAt(model, best.voltage)).toBeCloseTo(best.current, 3);
    expect(currentAt(model, best.voltage * 1.1)).toBeLessThan(best.current);
    expect(currentAt(model, 100)).toBe(0);
  });

  it('is the same from the table within half a percent', () => {
    const table = tableOf(450);
    for (const irradiance of [30, 90, 210, 480, 777, 1010]) {
      for (const temperature of [-12, 7, 33, 61]) {
        const exact = power(maxPower(moduleAt(table.model, irradiance, temperature)));
        expect(Math.abs(power(bestPoint(table, irradiance, temperature)) / exact - 1)).toBeLessThan(0.005);
      }
    }
  });
});

describe('MPPT input', () => {
  const input = (strings: { gain: number; open: boolean; shaded: number }[]) => ({
    table: tableOf(450),
    modulesInSeries: 18,
    strings,
  });

  it('adds its strings', () => {
    const point = mpptAt(input([healthy, healthy]), LIGHT);
    expect(power(point)).toBeCloseTo(2 * 18 * 450, -2);
    expect(point.strings).toHaveLength(2);
  });

  it('gets nothing from an open string and all from its neighbour', () => {
    const point = mpptAt(input([healthy, { ...healthy, open: true }]), LIGHT);
    expect(point.strings[1]).toBe(0);
    expect(power(point)).toBeCloseTo(18 * 450, -2);
  });

  it('gets less from a shaded string, the less the more of it is shaded, but never less than diffuse light gives', () => {
    const shaded = (share: number) =>
      mpptAt(input([healthy, { ...healthy, shaded: share }]), LIGHT).strings[1]!;
    expect(shaded(0.05)).toBeLessThan(shaded(0));
    expect(shaded(0.12)).toBeLessThan(shaded(0.05));
    expect(shaded(0.5)).toBeCloseTo(bestPoint(tableOf(450), 120, 25).current, 6);
  });

  it('rests in the dark', () => {
    expect(mpptAt(input([healthy]), { irradiance: 2, diffuse: 2, cellTemperature: 5 }).current).toBe(0);
  });
});
