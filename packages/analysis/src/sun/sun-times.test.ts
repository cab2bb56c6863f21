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
