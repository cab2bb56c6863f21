import { vectorisedParts } from '../vector/vectorised.ts';
import { crossing, transitNear } from './sun-times.ts';

export interface SunRiseSetTransitInput {
  /** Any instant of a UTC day, epoch ms. */
  time: number;
  latitude: number;
  longitude: number;
}

/** Epoch ms. */
export interface SunRiseSetTransit {
  /** NaN where the Sun does not rise before its transit. */
  sunrise: number;
  /** Upper transit within the UTC day. */
  transit: number;
  /** NaN where the Sun does not set after its transit. */
  sunset: number;
}

const DAY_MS = 86_400_000;

/**
 * Sunrise before and sunset after the transit of a UTC day: the upper limb at the horizon with standard refraction (-0.8333
 * degrees). Found by iteration instead of by the interpolation of three days that NREL/TP-560-34302 describes, which is
 * off by up to some seconds.
 */
export const sunRiseSetTransitSpa = vectorisedParts<SunRiseSetTransitInput, SunRiseSetTransit>(
  { time: NaN, latitude: NaN, longitude: NaN },
  { sunrise: NaN, transit: NaN, sunset: NaN },
  ({ time, latitude, longitude }, times) => {
    const site = { latitude, longitude };
    const day = Math.floor(time / DAY_MS) * DAY_MS;
    let transit = transitNear(day + DAY_MS / 2, site);
    if (transit < day) transit = transitNear(transit + DAY_MS, site);
    else if (transit >= day + DAY_MS) transit = transitNear(transit - DAY_MS, site);
    const isKnown = Number.isFinite(transit) && Number.isFinite(latitude);
    times.transit = isKnown ? transit : NaN;
    times.sunrise = isKnown ? (crossing(transit, site, -1) ?? NaN) : NaN;
    times.sunset = isKnown ? (crossing(transit, site, 1) ?? NaN) : NaN;
  },
);
