import { addDays, localDayOf, sunTimes, type SunTimes } from '@sunfleet/analysis';
import type { FleetStation } from './fleet.ts';

/** The sun over a station, as far as roll-ups and states need it. */
export interface Sunlight {
  /** Rise and set of a local day, epoch milliseconds. */
  of(isoDay: string): SunTimes;
  /** Daylight inside [start, end), milliseconds. */
  between(start: number, end: number): number;
  /** Rough shape of a clear day's power at a time, 0 to 1. */
  shape(time: number): number;
}

export type SunlightOf = (
  station: Pick<FleetStation, 'latitude' | 'longitude' | 'timeZone'> | undefined,
) => Sunlight;

const DAY_MS = 86_400_000;
/** Entries of a day and place; neighbours within a tenth of a degree (24 s of sun) share one. */
const CACHE_LIMIT = 100_000;

/** Without a place there is no night. */
const NOWHERE: Sunlight = {
  of: () => ({ sunrise: null, sunset: null, noon: 0, polar: 'day' }),
  between: (start, end) => end - start,
  shape: () => 1,
};

/** Sun times with a memory: the same days and places are asked for again and again. */
export function createSunlight(): SunlightOf {
  const cache = new Map<string, SunTimes>();
  return (station) => {
    if (!station) return NOWHERE;
    const zone = station.timeZone;
    const site = { latitude: round(station.latitude), longitude: round(station.longitude) };
    const place = `${site.latitude},${site.longitude},${zone},`;
    const of = (isoDay: string): SunTimes => {
      const key = place + isoDay;
      let times = cache.get(key);
      if (!times) {
        if (cache.size >= CACHE_LIMIT) cache.clear();
        times = sunTimes(isoDay, site, zone);
        cache.set(key, times);
      }
      return times;
    };
    return { of, between: (start, end) => between(of, { start, end, zone }), shape: shapeOf(of, zone) };
  };
}

const round = (degrees: number) => Math.round(degrees * 10) / 10;

function between(
  of: (isoDay: string) => SunTimes,
  { start, end, zone }: { start: number; end: number; zone: string },
): number {
  const last = localDayOf(end - 1, zone);
  let sum = 0;
  for (let day = localDayOf(start, zone); day <= last; day = addDays(day, 1)) {
    const { sunrise, sunset, polar, noon } = of(day);
    if (polar === 'night') continue;
    const rise = sunrise ?? noon - DAY_MS / 2;
    const set = sunset ?? noon + DAY_MS / 2;
    sum += Math.max(0, Math.min(end, set) - Math.max(start, rise));
  }
  return sum;
}

/** Half a sine wave from sunrise to sunset: close enough to lay a gap's energy over. */
function shapeOf(of: (isoDay: string) => SunTimes, zone: string): (time: number) => number {
  return (time) => {
    const { sunrise, sunset, noon, polar } = of(localDayOf(time, zone));
    if (polar !== null) return polar === 'day' ? 1 : 0;
    const rise = sunrise ?? noon - DAY_MS / 2;
    const set = sunset ?? noon + DAY_MS / 2;
    if (time <= rise || time >= set) return 0;
    return Math.sin((Math.PI * (time - rise)) / (set - rise));
  };
}
