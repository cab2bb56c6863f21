import { describe, expect, it } from 'vitest';
import { clipFilter } from './clip-filter.ts';
import { logicClipFilter } from './logic-clip.ts';
import { quantileClipFilter } from './quantile-clip.ts';

const DAYS = 10;

/** Days of power to a limit, every third one with clouds, one without any weather and one unknown value, that anybody can compute again. */
function rowsOf(step: number, limit: number) {
  const perDay = 1440 / step;
  const times = Float64Array.from(
    { length: DAYS * perDay },
    (_, row) => Date.UTC(2024, 5, 1) + row * step * 60_000,
  );
  const powerAc = times.map((_, row) => {
    const clear = 100 * Math.max(0, Math.sin((Math.PI * (((row * step) % 1440) - 360)) / 720));
    const isCloudy = Math.floor(row / perDay) % 3 === 1;
    return Math.min(limit, clear * (isCloudy ? 0.4 + (0.6 * ((row * 7919) % 101)) / 101 : 1));
  });
  powerAc.fill(25, 3 * perDay, 4 * perDay);
  powerAc[5.5 * perDay] = NaN;
  return { times, powerAc };
}

/** How many rows are clipped, and the sum of their numbers. */
function sums(mask: Uint8Array): [number, number] {
  const rows = [...mask.keys()].filter((row) => mask[row] === 0);
  return [rows.length, rows.reduce((sum, row) => sum + row, 0)];
}

describe('logicClipFilter', () => {
  // What RdTools 3 (commit 0c6cae8) answers; trackers with a little noise.
  it.each([
    { step: 30, limit: 70, fixed: [88, 23000], tracking: [79, 21049] },
    { step: 30, limit: 1e9, fixed: [2, 528], tracking: [2, 528] },
    { step: 15, limit: 70, fixed: [174, 88898], tracking: [154, 80527] },
    { step: 15, limit: 1e9, fixed: [2, 1056], tracking: [0, 0] },
    { step: 5, limit: 70, fixed: [515, 789808], tracking: [447, 702561] },
    { step: 5, limit: 1e9, fixed: [0, 0], tracking: [0, 0] },
    { step: 1, limit: 70, fixed: [2566, 19783796], tracking: [2243, 17691353] },
    { step: 1, limit: 1e9, fixed: [0, 0], tracking: [0, 0] },
  ])('of $step min to $limit is that of RdTools', ({ step, limit, fixed, tracking }) => {
    const rows = rowsOf(step, limit);
    expect(sums(logicClipFilter(rows))).toEqual(fixed);
    const powerAc = rows.powerAc.map((power, row) => Math.max(0, power - (row % 7) * 0.1 * 0.03));
    expect(sums(logicClipFilter({ ...rows, powerAc, mountingType: 'singleAxisTracking' }))).toEqual(tracking);
  });

  it('is the model that is taken unless told', () => {
    const rows = rowsOf(30, 70);
    expect(clipFilter(rows)).toEqual(logicClipFilter(rows));
    expect(clipFilter(rows, 'quantile')).toEqual(quantileClipFilter(rows.powerAc));
  });

  it('refuses a handful of rows', () => {
    const times = Float64Array.of(1, 2, 3);
    expect(() => logicClipFilter({ times, powerAc: times })).toThrow('11 rows at least');
  });
});
