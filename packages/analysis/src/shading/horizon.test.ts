import { describe, expect, it } from 'vitest';
import { horizonBeam, horizonElevation, horizonProfile, horizonSkyShare } from './horizon.ts';

const flat = [0];
const east = [0, 20, 0, 0];

describe('horizonElevation', () => {
  it('goes straight from value to value, round the north as well', () => {
    expect(horizonElevation({ azimuth: Float64Array.of(0, 45, 90, 135, 270, 405), profile: east })).toEqual(
      Float64Array.of(0, 10, 20, 10, 0, 10),
    );
    expect(horizonElevation({ azimuth: -45, profile: [10, 0, 0, 20] })).toBe(15);
    expect(horizonElevation({ azimuth: NaN, profile: east })).toBeNaN();
    expect(() => horizonElevation({ azimuth: 0, profile: [] })).toThrow('profile: one value at least');
  });
});

describe('horizonProfile', () => {
  it('goes straight from point to point, round the north as well', () => {
    const profile = horizonProfile([
      { azimuth: 10, elevation: 0 },
      { azimuth: 90, elevation: 20 },
      { azimuth: 350, elevation: 20 },
    ]);
    expect(profile).toHaveLength(360);
    expect([0, 10, 50, 90, 200, 350, 359].map((azimuth) => profile[azimuth])).toEqual([
      10, 0, 10, 20, 20, 20, 11,
    ]);
    expect(new Set(horizonProfile([{ azimuth: 123.4, elevation: 7 }]))).toEqual(new Set([7]));
    expect(() => horizonProfile([])).toThrow('points: one at least');
  });
});

describe('horizonBeam', () => {
  it('lets all or nothing pass', () => {
    const sun = { dni: 800, solarAzimuth: 90, profile: east };
    expect(horizonBeam({ ...sun, apparentElevation: Float64Array.of(19.9, 20.1, NaN) })).toEqual(
      Float64Array.of(0, 800, NaN),
    );
    expect(horizonBeam({ ...sun, dni: NaN, apparentElevation: 5 })).toBeNaN();
  });
});

describe('horizonSkyShare', () => {
  it.each([0, 30, 90, 120, 180])(
    'is the isotropic share of a plane of %d degrees with a flat horizon',
    (tilt) => {
      const share = horizonSkyShare({ surfaceTilt: tilt, surfaceAzimuth: 200, profile: flat });
      expect(share).toBeCloseTo((1 + Math.cos((tilt * Math.PI) / 180)) / 2, 4);
    },
  );

  it('is the squared cosine of a horizon that is equally high all round', () => {
    const share = horizonSkyShare({ surfaceTilt: 0, surfaceAzimuth: 0, profile: [30, 30, 30] });
    expect(share).toBeCloseTo(0.75, 9);
  });

  it('takes more of a plane that looks at the mountain', () => {
    const share = (surfaceAzimuth: number) =>
      horizonSkyShare({ surfaceTilt: 60, surfaceAzimuth, profile: east });
    expect(share(90)).toBeLessThan(share(270));
    expect(share(NaN)).toBeNaN();
  });
});
