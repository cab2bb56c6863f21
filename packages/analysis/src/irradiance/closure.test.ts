import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosDeg } from '../sun/angles.ts';
import { poaHorizontalRatio } from './aoi.ts';
import { boland } from './boland.ts';
import { disc } from './disc.ts';
import { erbs, erbsDriesse, orgillHollands } from './erbs.ts';
import { completeIrradiance } from './complete-irradiance.ts';
import { getTotalIrradiance } from './total-irradiance.ts';

const ghi = fc.double({ min: 0, max: 1400, noNaN: true });
const angle = fc.double({ min: 0, max: 86.9, noNaN: true });

describe('models that split light', () => {
  it.each([
    ['erbs', erbs],
    ['erbsDriesse', erbsDriesse],
    ['orgillHollands', orgillHollands],
    [
      'boland',
      (input: { ghi: number; zenith: number; dniExtra: number }) =>
        boland({ ...input, solarZenith: input.zenith }),
    ],
  ] as const)('%s closes for any light, and never makes more than there is', (_, split) => {
    fc.assert(
      fc.property(ghi, angle, (global, zenith) => {
        const { dni, dhi } = split({ ghi: global, zenith, dniExtra: 1366 });
        expect(dni * cosDeg(zenith) + dhi).toBeCloseTo(global, 6);
        expect(dhi).toBeLessThanOrEqual(global);
        expect(dni).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('give no direct light at night', () => {
    expect(erbs({ ghi: 0, zenith: 120, dniExtra: 1400 })).toEqual({ dni: 0, dhi: 0, kt: 0 });
    expect(disc({ ghi: 0, solarZenith: 120, time: 0 })).toMatchObject({ dni: 0, kt: 0 });
  });
});

describe('getTotalIrradiance', () => {
  const angles = { surfaceTilt: 0, surfaceAzimuth: 77, solarZenith: 40, solarAzimuth: 150 };
  const light = { ghi: 712.8355544951825, dni: 800, dhi: 100, dniExtra: 1400 };

  it.each(['isotropic', 'haydavies', 'reindl', 'perez', 'perez-driesse'] as const)(
    '%s gives the light of the horizontal on the horizontal',
    (model) => {
      const { poaGlobal, poaGroundDiffuse } = getTotalIrradiance({ ...angles, ...light, model });
      expect(poaGlobal).toBeCloseTo(light.ghi, 6);
      expect(poaGroundDiffuse).toBe(0);
    },
  );

  it('refuses a model that needs the light outside the atmosphere without it', () => {
    expect(() => getTotalIrradiance({ ...angles, ...light, dniExtra: null, model: 'perez' })).toThrow(
      'dniExtra: perez needs it',
    );
  });
});

describe('poaHorizontalRatio', () => {
  it('is 1 on the horizontal, and below 0 with the Sun behind', () => {
    const sun = { solarZenith: 60, solarAzimuth: 180 };
    expect(poaHorizontalRatio({ surfaceTilt: 0, surfaceAzimuth: 0, ...sun })).toBeCloseTo(1, 12);
    expect(poaHorizontalRatio({ surfaceTilt: 60, surfaceAzimuth: 180, ...sun })).toBeCloseTo(2, 12);
    expect(poaHorizontalRatio({ surfaceTilt: 90, surfaceAzimuth: 0, ...sun })).toBeLessThan(0);
  });
});

describe('completeIrradiance', () => {
  it('refuses all three and one alone', () => {
    expect(() => completeIrradiance({ solarZenith: 10, ghi: 1 })).toThrow('exactly one of them left out');
    expect(() => completeIrradiance({ solarZenith: 10, ghi: 1, dhi: 1, dni: 1 })).toThrow('exactly one');
  });
});
