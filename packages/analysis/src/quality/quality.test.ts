import { describe, expect, it } from 'vitest';
import { complete, completenessScore, trim } from './completeness.ts';
import { hampel, tukey, zscore } from './outliers.ts';
import { spacing } from './spacing.ts';
import { interpolationDiff, staleValuesDiff, staleValuesRound } from './stale.ts';

const HOUR_MS = 3_600_000;
const _ = NaN;
// prettier-ignore
const values = Float64Array.from([
  1, 2, 2, 2, 2, 2, 2, 2, 3, 4, 5, 6, 7, 8, 9, 9.5, _, 3, 3, 3, 3, 3, 3, _,
  1.0004, 1.0001, 1.0002, 1.0003, 0.9999, 1.0001, 1, 5, 5.0000001, 5, 5, 5, 5,
  0, 0, 0, 0, 0, 0, 0, 2.5, 10, -40, 10.1, 10.2, 9.9, 10,
]);
const text = (flags: Uint8Array) => flags.join('');

// The flags are those of pvanalytics (commit 06fd596).
describe('values that stand still', () => {
  it('are within a tolerance of the first', () => {
    const all = staleValuesDiff(values, { mark: 'all' });
    expect(text(all)).toBe('011111110000000001111110000000011111111111110000000');
    expect(text(staleValuesDiff(values))).toBe('001111110000000000111110000000001111101111110000000');
    const end = staleValuesDiff(values, { mark: 'end' });
    expect(text(end)).toBe('000000110000000000000010000000000000100000110000000');
    const wide = staleValuesDiff(values, { window: 4, rtol: 0.01, atol: 0.1 });
    expect(text(wide)).toBe('001111110000000000111110011111101111101111110000111');
  });

  it('are the same when rounded', () => {
    const all = staleValuesRound(values, { mark: 'all' });
    expect(text(all)).toBe('011111110000000001111110111111111111111111110000000');
    expect(text(staleValuesRound(values))).toBe('001111110000000000111110011111101111101111110000000');
    const whole = staleValuesRound(values, { window: 3, decimals: 0 });
    expect(text(whole)).toBe('001111110000000000111110011111101111101111110000111');
  });

  it('are on a line', () => {
    expect(text(interpolationDiff(values))).toBe('001111111111111000111110000000000000001111110000000');
    const end = interpolationDiff(values, { mark: 'end' });
    expect(text(end)).toBe('000000110000111000000010000000000000000000110000000');
    const short = interpolationDiff(values, { window: 3, rtol: 0.05, atol: 0.01 });
    expect(text(short)).toBe('001111111111111000111110011111101111101111110000000');
  });

  it('need a window', () => {
    expect(() => staleValuesDiff(values, { window: 1 })).toThrow('2 rows at least, not 1');
    expect(() => staleValuesRound(values, { window: 2.5 })).toThrow('not 2.5');
    expect(() => interpolationDiff(values, { window: 2 })).toThrow('3 rows at least');
  });
});

describe('outliers', () => {
  const only46 = text(Uint8Array.from(values, (_, row) => Number(row === 46)));
  const and32 = text(Uint8Array.from(values, (_, row) => Number(row === 46 || row === 32)));

  it('are those of pvanalytics', () => {
    expect(text(tukey(values))).toBe(only46);
    expect(text(tukey(values, 0.5))).toBe('000000000000111100000000000000000000000000000111111');
    expect(text(zscore(values))).toBe(only46);
    expect(text(zscore(values, 3))).toBe(only46);
    expect(text(hampel(values))).toBe(and32);
    expect(text(hampel(values, { window: 4, maxDeviation: 2 }))).toBe(only46);
    expect(text(hampel(values, { window: 7, scale: 1 }))).toBe(and32);
  });
});

describe('days', () => {
  const times = Float64Array.from({ length: 144 }, (_, hour) => Date.UTC(2024, 2, 28, 22) + hour * HOUR_MS);
  const known = times.map((_, hour) => ((hour >= 48 && hour < 72) || (hour * 7) % 11 < 3 ? NaN : 1));

  it('are covered as pvanalytics says', () => {
    const score = completenessScore({ times, values: known });
    const hours = [0, 2, 26, 50, 74].map((hour) => Math.round(score[hour]! * 24 * 1e9) / 1e9);
    expect(hours).toEqual([1, 18, 16, 2, 17]);
    const kept = complete({ times, values: known }, 0.5);
    expect([kept[0], kept[2], kept[50], kept[74]]).toEqual([0, 1, 0, 1]);
  });

  it('are those of the zone', () => {
    const score = completenessScore({ times, values: known, zone: 'Europe/Berlin' });
    // The first row is before midnight in Berlin, the second is not.
    expect(score[0]).toBe(0);
    expect(score[1]).toBe(score[24]);
    expect(score[24]).not.toBe(score[25]);
  });

  it('begin and end with enough good ones', () => {
    const rows = Float64Array.from({ length: 160 }, (_, at) => Date.UTC(2024, 0, 1) + at * 6 * HOUR_MS);
    const good = new Uint8Array(160).fill(1);
    good.fill(0, 0, 9);
    good[60] = 0;
    good.fill(0, 150);
    const kept = trim({ times: rows, good, days: 5 });
    expect([kept.indexOf(1), kept.lastIndexOf(1)]).toEqual([12, 147]);
    expect(kept.subarray(12, 148).every((flag) => flag === 1)).toBe(true);
    expect(trim({ times: rows, good, days: 30 }).every((flag) => flag === 0)).toBe(true);
    const hole = rows.map((time, at) => (at < 80 ? time : time + 10 * 24 * HOUR_MS));
    expect(trim({ times: hole, good, days: 20 }).every((flag) => flag === 0)).toBe(true);
  });
});

describe('spacing', () => {
  it('is that of the rows', () => {
    expect([...spacing(Float64Array.of(0, 5, 10, 16, 21), 5)]).toEqual([1, 1, 1, 0, 1]);
  });
});
