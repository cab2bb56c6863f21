import { describe, expect, it } from 'vitest';
import { clearSkyAt } from './clear-sky.ts';

describe('clearSkyAt', () => {
  const site = { latitude: 40, longitude: 0, altitude: 600 };

  it('gives a bright noon and a dark night', () => {
    const noon = clearSkyAt(Date.UTC(2026, 5, 21, 12), site);
    expect(noon.ghi).toBeGreaterThan(950);
    expect(noon.ghi).toBeLessThan(1150);
    expect(clearSkyAt(Date.UTC(2026, 5, 21), site)).toMatchObject({ ghi: 0, dni: 0, dhi: 0 });
  });

  it('closes: global = diffuse + direct on the horizontal', () => {
    const { ghi, dni, dhi, position } = clearSkyAt(Date.UTC(2026, 5, 21, 8), site);
    expect(dhi + dni * Math.cos((position.apparentZenith * Math.PI) / 180)).toBeCloseTo(ghi, 9);
  });

  it('is dimmer in haze, by the month', () => {
    const haze = [2, 2, 2, 2, 2, 6, 2, 2, 2, 2, 2, 2];
    const june = Date.UTC(2026, 5, 21, 12);
    expect(clearSkyAt(june, site, haze)).toEqual(clearSkyAt(june, site, 6));
    expect(clearSkyAt(june, site)).toEqual(clearSkyAt(june, site, 3));
    expect(clearSkyAt(june, site, haze).dni).toBeLessThan(clearSkyAt(june, site, 2).dni);
  });

  it('does not know the light of an unknown place', () => {
    expect(clearSkyAt(Date.UTC(2026, 5, 21, 12), { latitude: NaN, longitude: 0 }).ghi).toBeNaN();
  });
});
