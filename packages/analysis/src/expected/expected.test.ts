import { describe, expect, it } from 'vitest';
import type { PvStation } from '../pv/expected-power.ts';
import { dayFault, type DayRows } from './accepted-days.ts';
import { expectedCurve } from './expected-curve.ts';
import { sourceOfCode } from './expected-source.ts';
import { fitCalibration, isLower } from './fit-calibration.ts';
import { clearPower, type LightColumns } from './model-columns.ts';
import { sensorFault } from './sensor-faults.ts';
import { isLit, skyColumns } from './sky-columns.ts';
import { createStationModel } from './station-model.ts';

const FIVE = 5 * 60_000;
const PER_DAY = 288;
const station: PvStation = {
  site: { latitude: 47.4, longitude: 8.5, altitude: 450 },
  arrays: [{ dcPower: 10_000, tilt: 30, azimuth: 170 }],
};
const START = Date.UTC(2026, 4, 1);
const timesOf = (days: number, start = START) =>
  Float64Array.from({ length: days * PER_DAY }, (_, row) => start + (row + 0.5) * FIVE);
const daysOf = (days: number): DayRows[] =>
  Array.from({ length: days }, (_, day) => ({
    day: new Date(START + day * 86_400_000).toISOString().slice(0, 10),
    from: day * PER_DAY,
    to: (day + 1) * PER_DAY,
  }));

/** Clouds that come and go, another way each day. */
const cloud = (row: number) => 0.55 + 0.45 * Math.sin(row / 17 + Math.sin(row / 240));
function skyOf(times: Float64Array, share: (row: number) => number = cloud) {
  const sky = skyColumns(times, station.site);
  return { sky, ghi: sky.ghi.map((light, row) => light * share(row)) };
}
const noonOf = (curve: { source: Uint8Array }, row = 144) => sourceOfCode(curve.source[row]!);

describe('expectedCurve', () => {
  const times = timesOf(1);
  const { sky, ghi } = skyOf(times);
  const column = (value: number) => new Float64Array(times.length).fill(value);

  it('takes the best light that is known, and the next where it is not believed', () => {
    const light: LightColumns = { poa: column(500), ghi, weather: { ghi }, peers: column(0.5) };
    const of = (believed: object, some: LightColumns = light) =>
      noonOf(expectedCurve({ station, times, light: some, believed }));
    expect(of({})).toBe('poa');
    expect(of({ poa: false })).toBe('ghi');
    expect(of({ poa: false, ghi: false })).toBe('weather');
    expect(of({}, { peers: column(0.5) })).toBe('peers');
    expect(of({}, { poa: column(NaN) })).toBe('clearSky');
  });

  it('is 0 by night whatever a sensor says, and unknown where a time is', () => {
    const curve = expectedCurve({
      station,
      times: Float64Array.of(START, NaN),
      light: { poa: Float64Array.of(900, 900) },
    });
    expect([...curve.p50, ...curve.bound]).toEqual([0, NaN, 0, NaN]);
    expect([...curve.source].map(sourceOfCode)).toEqual(['night', 'none']);
  });

  it('is in order: P10, P50, P90 and above them what cannot be exceeded', () => {
    for (const light of [{}, { ghi }, { poa: column(1300) }]) {
      const { p10, p50, p90, bound } = expectedCurve({ station, times, light });
      for (const row of times.keys()) {
        expect(p10[row]!).toBeLessThanOrEqual(p50[row]!);
        expect(p50[row]!).toBeLessThanOrEqual(p90[row]!);
        expect(p90[row]!).toBeLessThanOrEqual(bound[row]!);
      }
    }
  });

  it('bounds what a clear sky gives without losses and under bright clouds', () => {
    const { bound } = expectedCurve({ station, times });
    const free = clearPower({ ...station, losses: 0 }, sky);
    for (const row of times.keys()) expect(bound[row]!).toBeGreaterThanOrEqual(free[row]!);
    expect(bound[138]!).toBeGreaterThan(1.25 * free[138]!);
  });

  it.each([
    ['the pole in summer', { latitude: 89.9, longitude: 0 }, Date.UTC(2026, 5, 21), PER_DAY],
    ['the pole in winter', { latitude: 89.9, longitude: 0 }, Date.UTC(2026, 11, 21), 0],
  ])('has light at %s all day or not at all', (_, site, start, lit) => {
    const { p50 } = expectedCurve({ station: { ...station, site }, times: timesOf(1, start) });
    expect(p50.filter((power) => power > 0)).toHaveLength(lit);
    expect(p50.some(Number.isNaN)).toBe(false);
  });

  it('knows the equator at noon, with the Sun overhead', () => {
    const noon = Float64Array.of(Date.UTC(2026, 2, 20, 12, 7));
    const flat: PvStation = {
      site: { latitude: 0, longitude: 0 },
      arrays: [{ dcPower: 1000, tilt: 0, azimuth: 0 }],
    };
    const { p50, bound } = expectedCurve({
      station: flat,
      times: noon,
      light: { ghi: Float64Array.of(1000) },
    });
    expect(p50[0]!).toBeGreaterThan(650);
    expect(p50[0]!).toBeLessThan(850);
    expect(bound[0]!).toBeGreaterThan(1200);
  });

  it('is nothing for a station without modules', () => {
    const { p50, bound } = expectedCurve({ station: { ...station, arrays: [] }, times, light: { ghi } });
    expect(Math.max(...p50, ...bound)).toBe(0);
  });
});

describe('fitCalibration', () => {
  const DAYS = 30;
  const times = timesOf(DAYS);
  const { sky, ghi } = skyOf(times);
  const model = createStationModel(station);
  /** A chimney that takes the light of the morning, and modules that give nine tenths. */
  const shade = (row: number) => (sky.azimuth[row]! > 80 && sky.azimuth[row]! < 100 ? 0.4 : 0.9);
  const made = (limit = Infinity) => {
    const { p50 } = expectedCurve({ station, times, light: { ghi } });
    return p50.map((power, row) => Math.min(limit, power * shade(row)));
  };
  const errors = (actual: Float64Array, from: number, calibration?: ReturnType<typeof fitCalibration>) => {
    const { p50, p10, p90 } = expectedCurve({
      station,
      times,
      light: { ghi },
      ...(calibration ? { calibration } : {}),
    });
    const rows = [...times.keys()].filter((row) => row >= from && isLit(sky, row));
    const rmse = Math.sqrt(rows.reduce((sum, row) => sum + (actual[row]! - p50[row]!) ** 2, 0) / rows.length);
    const inside = rows.filter(
      (row) => actual[row]! >= p10[row]! - 1 && actual[row]! <= p90[row]! + 1,
    ).length;
    return { rmse: rmse / model.capacity, inside: inside / rows.length };
  };
  const fit = (actual: Float64Array, days = DAYS) =>
    fitCalibration({ station, times, stepMs: FIVE, actual, light: { ghi }, days: daysOf(days) });

  it('learns shade by the Sun and what is lost always, for days that it has not seen', () => {
    const actual = made();
    const learned = fit(actual, 20);
    const from = 20 * PER_DAY;
    expect(errors(actual, from).rmse).toBeGreaterThan(0.04);
    expect(errors(actual, from, learned).rmse).toBeLessThan(0.013);
    expect(errors(actual, from, learned).inside).toBeGreaterThan(0.6);
    expect(learned.sources.ghi).toMatchObject({ days: 20 });
  });

  it('draws the band for days to come, not for those it learned from', () => {
    const noise = (row: number) => {
      const [day, hour] = [Math.floor(row / PER_DAY), Math.floor((row % PER_DAY) / 12)];
      const x = Math.sin(day * 127.1 + hour * 311.7) * 43_758.5453;
      return 1 + 0.3 * (x - Math.floor(x) - 0.5);
    };
    const actual = made().map((power, row) => power * noise(row));
    const from = 10 * PER_DAY;
    const learned = fit(actual, 10);
    const { inside } = errors(actual, from, learned);
    expect(inside).toBeGreaterThan(0.71);
    expect(inside).toBeLessThan(0.92);
  });

  it('does not learn from days of outage, curtailment, gaps and oddness', () => {
    const actual = made();
    const day = (n: number, change: (power: number, row: number) => number) => {
      for (let row = n * PER_DAY; row < (n + 1) * PER_DAY; row += 1) actual[row] = change(actual[row]!, row);
    };
    day(3, (power, row) => (row % PER_DAY > 130 && row % PER_DAY < 160 ? 0 : power));
    day(5, (power) => Math.min(power, 2000));
    day(7, (power, row) => (row % PER_DAY > 120 ? NaN : power));
    day(9, (power) => power * 0.5);
    const learned = fit(actual);
    expect(learned.refused).toMatchObject({ outage: 1, curtailed: 1, incomplete: 1, odd: 1 });
    expect(learned.sources.ghi).toMatchObject({ days: DAYS - 4 });
    expect(errors(made(), 0, learned).rmse).toBeLessThan(0.012);
  });

  it('finds the limit that clips, and none where nothing does', () => {
    expect(fit(made()).limit).toBeNull();
    const clipped = fit(made(4000));
    expect(clipped.limit).toBeGreaterThan(3950);
    expect(clipped.limit).toBeLessThan(4050);
    const { p50 } = expectedCurve({ station, times, light: { ghi: sky.ghi }, calibration: clipped });
    expect(Math.max(...p50)).toBeLessThan(4050);
  });

  it('sees that a plant which lost a part is no smaller one', () => {
    const whole = fit(made(), 20);
    const half = fit(made().map((power) => 0.6 * power));
    expect(isLower(whole, half)).toBe(true);
    expect(isLower(half, whole)).toBe(false);
    expect(isLower(whole, fit(made()))).toBe(false);
  });

  it('learns nothing from too few days', () => {
    expect(fit(made(), 4)).toMatchObject({ sources: {}, from: null, to: null });
  });
});

describe('dayFault', () => {
  it('tells a clear day from one on which a limit holds the station', () => {
    const times = timesOf(1);
    const { sky } = skyOf(times);
    const modelled = clearPower(station, sky);
    const of = (actual: Float64Array, limit: number | null = null) =>
      dayFault({ actual, modelled, capacity: 10_000, stepMs: FIVE, limit }, { from: 0, to: PER_DAY });
    expect(of(modelled.map((power) => 0.7 * power))).toBeUndefined();
    expect(of(modelled.map((power) => Math.min(3000, power)))).toBe('curtailed');
    expect(
      of(
        modelled.map((power) => Math.min(3000, power)),
        3000,
      ),
    ).toBeUndefined();
    expect(of(modelled.map(() => NaN))).toBe('incomplete');
  });
});

describe('sensorFault', () => {
  const DAYS = 30;
  const times = timesOf(DAYS);
  const { sky } = skyOf(times);
  const power = clearPower(station, sky);
  const share = (row: number) => (Math.floor(row / PER_DAY) % 3 === 0 ? 1 : cloud(row));
  const actual = power.map((watts, row) => 0.95 * watts * share(row));
  const found = (measured: Float64Array, of = actual) =>
    sensorFault({ measured, clear: sky.ghi, actual: of, clearPower: power }, daysOf(DAYS));
  const good = sky.ghi.map((light, row) => light * share(row));

  it('believes a good one, also through weeks of fog', () => {
    expect(found(good)).toBeUndefined();
    expect(
      found(
        good.map((light) => 0.3 * light),
        actual.map((watts) => 0.3 * watts),
      ),
    ).toBeUndefined();
  });

  it('finds a wrong unit, a direction and dirt that grows', () => {
    expect(found(good.map((light) => light / 1000))).toBe('scale');
    expect(found(good.map((light) => light * 10))).toBe('scale');
    expect(found(good.map((light, row) => light * (sky.azimuth[row]! > 175 ? 0.4 : 1)))).toBe('turned');
    expect(found(good.map((light, row) => light * (1 - (0.2 * row) / times.length)))).toBe('drifting');
  });

  it('does not blame the sensor for a design that is wrong: power leans the same way', () => {
    const lean = (values: Float64Array) =>
      values.map((value, row) => value * (sky.azimuth[row]! > 175 ? 0.5 : 1));
    expect(found(lean(good), lean(actual))).toBeUndefined();
  });
});
