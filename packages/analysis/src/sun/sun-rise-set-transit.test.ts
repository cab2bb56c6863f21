import { describe, expect, it } from 'vitest';
import { SUN_RISE_SET_TRANSIT } from './sun-rise-set-transit.data.ts';
import { sunRiseSetTransitSpa } from './sun-rise-set-transit.ts';

const column = (at: 0 | 1 | 2) => Float64Array.from(SUN_RISE_SET_TRANSIT, (row) => row[at]);

describe('sunRiseSetTransitSpa', () => {
  const found = sunRiseSetTransitSpa({
    time: column(0).map((seconds) => seconds * 1000),
    latitude: column(1),
    longitude: column(2),
  });

  /** By how many seconds at most the times of one kind differ where pvlib reckons them within the UTC day, or beyond it. */
  function largest(kind: 'sunrise' | 'transit' | 'sunset', isWithin: boolean): number {
    const apart = SUN_RISE_SET_TRANSIT.map(([day, latitude, , sunrise, transit, sunset], at) => {
      const theirs = { sunrise, transit, sunset }[kind];
      const isHere = theirs !== null && theirs >= day && theirs < day + 86_400;
      if (theirs === null || isHere !== isWithin || latitude > 60) return 0;
      return Math.abs(found[kind][at]! / 1000 - theirs);
    });
    return Math.max(...apart);
  }

  it('is within three seconds of pvlib below the polar circle', () => {
    expect(largest('sunrise', true)).toBeLessThan(3);
    expect(largest('transit', true)).toBeLessThan(1);
    expect(largest('sunset', true)).toBeLessThan(3);
  });

  it('is exact beyond the UTC day, where pvlib moves that of another day by 24 hours', () => {
    expect(largest('sunrise', false)).toBeLessThan(120);
    expect(largest('sunset', false)).toBeLessThan(120);
  });

  it('knows where the Sun does not rise or set', () => {
    const polar = sunRiseSetTransitSpa({ time: Date.UTC(2025, 5, 21), latitude: 80, longitude: 20 });
    expect(polar).toMatchObject({ sunrise: NaN, sunset: NaN });
    expect(Number.isFinite(polar.transit)).toBe(true);
    const nights = SUN_RISE_SET_TRANSIT.flatMap((row, at) => (row[3] === null ? [found.sunrise[at]] : []));
    expect(nights.length).toBeGreaterThan(0);
    expect(nights.every(Number.isNaN)).toBe(true);
  });

  it('keeps the transit within the UTC day everywhere', () => {
    const day = Date.UTC(2025, 10, 3);
    for (let longitude = -180; longitude <= 180; longitude += 7.5) {
      const { sunrise, transit, sunset } = sunRiseSetTransitSpa({ time: day + 5e6, latitude: 10, longitude });
      expect(transit >= day && transit < day + 86_400_000).toBe(true);
      expect(sunrise < transit && transit < sunset).toBe(true);
    }
  });

  it('does not know the times of an unknown day or place', () => {
    const unknown = { sunrise: NaN, transit: NaN, sunset: NaN };
    expect(sunRiseSetTransitSpa({ time: NaN, latitude: 1, longitude: 1 })).toEqual(unknown);
    expect(sunRiseSetTransitSpa({ time: 0, latitude: NaN, longitude: 1 })).toEqual(unknown);
    expect(sunRiseSetTransitSpa({ time: 0, latitude: 1, longitude: NaN })).toEqual(unknown);
  });
});
