import { getAbsoluteAirmass, getRelativeAirmass } from '../atmosphere/airmass.ts';
import { alt2pres } from '../atmosphere/pressure.ts';
import { ineichen, type Irradiance } from '../clear-sky/ineichen.ts';
import { linkeTurbidity, USUAL_TURBIDITY } from '../clear-sky/linke-turbidity.ts';
import { getExtraRadiation } from '../irradiance/extra-radiation.ts';
import { solarPosition, type Site, type SolarPosition } from './solar-position.ts';

/** Linke turbidity: one value, or twelve from January on. */
export type Turbidity = number | readonly number[];

/** The turbidity of the UTC month of `time`; 3 where nothing is known. */
function turbidityAt(time: number, turbidity: Turbidity = USUAL_TURBIDITY): number {
  if (typeof turbidity === 'number') return turbidity;
  return linkeTurbidity({ time, monthly: turbidity, interpTurbidity: false });
}

export interface ClearSky extends Irradiance {
  position: SolarPosition;
  /** On a plane that faces the Sun, W/m2. */
  extraterrestrial: number;
}

/**
 * Clear-sky irradiance of a site at an instant (epoch ms): Ineichen and Perez with air mass and pressure of
 * the site.
 */
export function clearSkyAt(time: number, site: Site, turbidity?: Turbidity): ClearSky {
  const position = solarPosition(time, site);
  const { altitude = 0 } = site;
  const extraterrestrial = getExtraRadiation({ time });
  const irradiance = ineichen({
    apparentZenith: position.apparentZenith,
    airmassAbsolute: getAbsoluteAirmass({
      airmassRelative: getRelativeAirmass({ zenith: position.apparentZenith }),
      pressure: alt2pres({ altitude }),
    }),
    linkeTurbidity: turbidityAt(time, turbidity),
    altitude,
    dniExtra: extraterrestrial,
  });
  return { ...irradiance, position, extraterrestrial };
}
