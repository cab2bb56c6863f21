import { describe, expect, it } from 'vitest';
import {
  absoluteAirMass,
  extraterrestrialIrradiance,
  pressureAtAltitude,
  relativeAirMass,
} from './atmosphere.ts';

describe('pressureAtAltitude', () => {
  it.each([
    [-100, 1025.32],
    [0, 1013.25],
    [1000, 898.7475],
    [8000, 356.00496],
  ])('%d m: %d hPa', (altitude, pressure) => {
    expect(pressureAtAltitude(altitude)).toBeCloseTo(pressure, 2);
  });
});

describe('air mass', () => {
  it.each([
    [0, 1],
    [80, 5.586],
    [89.9, 36.467],
    [90, 37.92],
  ])('at zenith %d is %d', (zenith, mass) => {
    expect(relativeAirMass(zenith)).toBeCloseTo(mass, 2);
  });

  it('is none below the horizon', () => {
    expect(relativeAirMass(91)).toBeNaN();
    expect(relativeAirMass(NaN)).toBeNaN();
  });

  it('shrinks with the pressure', () => {
    expect(absoluteAirMass(60, 1013.25)).toBe(relativeAirMass(60));
    expect(absoluteAirMass(60, 800)).toBeLessThan(relativeAirMass(60));
  });
});

describe('extraterrestrialIrradiance', () => {
  it('is highest in January and lowest in July', () => {
    expect(extraterrestrialIrradiance(Date.UTC(2026, 0, 1))).toBeCloseTo(1366.1 * 1.03505, 1);
    expect(extraterrestrialIrradiance(Date.UTC(2026, 6, 3))).toBeCloseTo(1320.5, 0);
  });

  it('is one value a UTC day', () => {
    const day = Date.UTC(2026, 3, 9);
    expect(extraterrestrialIrradiance(day + 86_399_999)).toBe(extraterrestrialIrradiance(day));
  });
});
