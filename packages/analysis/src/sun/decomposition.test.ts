import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosDeg } from './angles.ts';
import { decomposeErbs } from './decomposition.ts';

describe('decomposeErbs', () => {
  // Published cases for 1 January and 20 June, to the watt.
  it.each([
    { ghi: 50, zenith: 85, extraterrestrial: 1413.98, dni: 96.7, dhi: 41.6 },
    { ghi: 1000, zenith: 10, extraterrestrial: 1413.98, dni: 794.2, dhi: 217.9 },
    { ghi: 1000, zenith: 10, extraterrestrial: 1321.8, dni: 842, dhi: 170.8 },
  ])('ghi $ghi at zenith $zenith', ({ ghi, zenith, extraterrestrial, dni, dhi }) => {
    const split = decomposeErbs(ghi, zenith, extraterrestrial);
    expect(Math.abs(split.dni - dni)).toBeLessThan(1);
    expect(Math.abs(split.dhi - dhi)).toBeLessThan(1);
  });

  it('calls all light diffuse near and below the horizon', () => {
    expect(decomposeErbs(20, 88, 1400)).toEqual({ ghi: 20, dni: 0, dhi: 20 });
    expect(decomposeErbs(0, 120, 1400)).toEqual({ ghi: 0, dni: 0, dhi: 0 });
  });

  it('does not know the parts of unknown light', () => {
    expect(decomposeErbs(NaN, 30, 1400)).toEqual({ ghi: NaN, dni: NaN, dhi: NaN });
    expect(decomposeErbs(500, NaN, 1400)).toEqual({ ghi: 500, dni: NaN, dhi: NaN });
  });

  it('closes for any light, and never makes more than there is', () => {
    const ghi = fc.double({ min: 0, max: 1400, noNaN: true });
    const zenith = fc.double({ min: 0, max: 87, noNaN: true });
    fc.assert(
      fc.property(ghi, zenith, (global, angle) => {
        const { dni, dhi } = decomposeErbs(global, angle, 1366);
        expect(dni * cosDeg(angle) + dhi).toBeCloseTo(global, 6);
        expect(dhi).toBeLessThanOrEqual(global);
        expect(dni).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
