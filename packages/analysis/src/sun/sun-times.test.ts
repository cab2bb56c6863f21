import { describe, expect, it } from 'vitest';
import { localDayOf } from '../time/local-days.ts';
import { solarPosition } from './solar-position.ts';
import { sunTimes } from './sun-times.ts';

const SECOND = 1000;
const GOLDEN = { latitude: 39.742476, longitude: -105.1786 };
const SOUTH = { latitude: -35, longitude: 0 };
/**
 * Results of NREL's calculator, to the second. Its sunset for 2 August is that of the UTC day, which is the
 * evening before at this place; the one here was found by bisecting the elevation of the reference algorithm.
 */
const PUBLISHED = [
  { site: GOLDEN, day: '2015-01-02', rise: '07:21:55-07:00', noon: '12:04:45-07:00', set: '16:47:43-07:00' },
  { site: GOLDEN, day: '2015-08-02', rise: '05:00:27-07:00', noon: '12:06:58-07:00', set: '19:12:53-07:00' },
  { site: SOUTH, day: '1996-07-05', rise: '07:08:15Z', noon: '12:04:36Z', set: '17:01:04Z' },
  { site: SOUTH, day: '2004-12-04', rise: '04:38:57Z', noon: '11:50:22Z', set: '19:02:03Z' },
];

describe('sunTimes', () => {
  it.each(PUBLISHED)('$day at $site.latitude degrees', ({ site, day, rise, noon, set }) => {
    const times = sunTimes(day, site, site === GOLDEN ? 'America/Phoenix' : 'UTC');
    const off = (time: number | null, clock: string) =>
      Math.abs((time ?? NaN) - Date.parse(`${day}T${clock}`));
    expect(off(times.sunrise, rise)).toBeLessThan(2 * SECOND);
    expect(off(times.noon, noon)).toBeLessThan(2 * SECOND);
    expect(off(times.sunset, set)).toBeLessThan(2 * SECOND);
    expect(times.polar).toBeNull();
  });

  it('has the sun at -0.8333 degrees at both ends', () => {
    const site = { latitude: 64, longitude: -20 };
    const { sunrise, sunset } = sunTimes('2026-06-01', site, 'Atlantic/Reykjavik');
    expect(solarPosition(sunrise ?? NaN, site).elevation).toBeCloseTo(-0.8333, 3);
    expect(solarPosition(sunset ?? NaN, site).elevation).toBeCloseTo(-0.8333, 3);
  });

  it('knows polar day and night', () => {
    const site = { latitude: 70, longitude: 20 };
    expect(sunTimes('2026-06-21', site, 'Europe/Oslo')).toMatchObject({
      sunrise: null,
      sunset: null,
      polar: 'day',
    });
    expect(sunTimes('2026-12-21', site, 'Europe/Oslo')).toMatchObject({
      sunrise: null,
      sunset: null,
      polar: 'night',
    });
  });

  it('finds the last short night before the polar day', () => {
    const site = { latitude: 69.65, longitude: 18.96 };
    const { sunrise, polar } = sunTimes('2025-05-17', site, 'Europe/Oslo');
    const { sunset } = sunTimes('2025-05-16', site, 'Europe/Oslo');
    expect(polar).toBeNull();
    const night = ((sunrise ?? NaN) - (sunset ?? NaN)) / 60_000;
    expect(night).toBeGreaterThan(60);
    expect(night).toBeLessThan(70);
    expect(solarPosition((sunrise ?? NaN) - 10 * 60_000, site).elevation).toBeLessThan(-0.8333);
  });

  it.each([69, 69.65, 75, 85])('agrees with the elevation all through the year at %d degrees', (latitude) => {
    const site = { latitude, longitude: 18.96 };
    for (let i = 0; i < 365; i += 1) {
      const day = new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10);
      const { sunrise, sunset, noon, polar } = sunTimes(day, site, 'Europe/Oslo');
      for (const time of [sunrise, sunset])
        if (time !== null) expect(solarPosition(time, site).elevation).toBeCloseTo(-0.8333, 2);
      const isUp = (time: number) => solarPosition(time, site).elevation > -0.8333;
      if (polar !== null) {
        const hours = Array.from({ length: 25 }, (_, hour) => isUp(noon + (hour - 12) * 3_600_000));
        expect(new Set(hours), day).toEqual(new Set([polar === 'day']));
      }
    }
  });

  it.each([
    ['Asia/Shanghai', 76],
    ['Pacific/Kiritimati', -157],
    ['Pacific/Auckland', 178],
    ['America/Adak', -177],
  ])('gives the noon of the day named in %s', (zone, longitude) => {
    const { sunrise, noon, sunset } = sunTimes('2026-05-10', { latitude: 10, longitude }, zone);
    expect(localDayOf(noon, zone)).toBe('2026-05-10');
    expect((sunrise ?? NaN) < noon && noon < (sunset ?? NaN)).toBe(true);
  });
});
