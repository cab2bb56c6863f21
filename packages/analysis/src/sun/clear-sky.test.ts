import { describe, expect, it } from 'vitest';
import { clearSkyAt, clearSkyIneichen, turbidityAt } from './clear-sky.ts';

describe('clearSkyIneichen', () => {
  it('gives the published case: zenith 10, air mass 1, turbidity 3', () => {
    const { ghi, dni, dhi } = clearSkyIneichen({ apparentZenith: 10, airMass: 1, turbidity: 3 });
    expect(ghi).toBeCloseTo(1038.159219, 5);
    expect(dni).toBeCloseTo(942.208186, 5);
    expect(dhi).toBeCloseTo(110.265293, 5);
  });

  it('knows altitude, haze and the distance to the sun', () => {
    const input = { apparentZenith: 60, airMass: 1.6, turbidity: 4, altitude: 2000, extraterrestrial: 1390 };
    const { ghi, dni, dhi } = clearSkyIneichen(input);
    expect(ghi).toBeCloseTo(520.010145, 5);
    expect(dni).toBeCloseTo(788.063342, 5);
    expect(dhi).toBeCloseTo(125.978474, 5);
  });

  it('is dark below the horizon', () => {
    const dark = { ghi: 0, dni: 0, dhi: 0 };
    expect(clearSkyIneichen({ apparentZenith: 95, airMass: NaN, turbidity: 3 })).toEqual(dark);
  });
});

describe('an unknown sun', () => {
  it('gives unknown light, not darkness', () => {
    const unknown = { ghi: NaN, dni: NaN, dhi: NaN };
    expect(clearSkyIneichen({ apparentZenith: NaN, airMass: NaN, turbidity: 3 })).toEqual(unknown);
    expect(clearSkyIneichen({ apparentZenith: 10, airMass: NaN, turbidity: 3 })).toEqual(unknown);
    expect(clearSkyAt(Date.UTC(2026, 5, 21, 12), { latitude: NaN, longitude: 0 }).ghi).toBeNaN();
  });
});

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
    expect(turbidityAt(june, haze)).toBe(6);
    expect(turbidityAt(june)).toBe(3);
    expect(clearSkyAt(june, site, haze).dni).toBeLessThan(clearSkyAt(june, site, 2).dni);
  });
});
