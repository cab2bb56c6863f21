import { getAbsoluteAirmass, getRelativeAirmass } from '../atmosphere/airmass.ts';
import { alt2pres } from '../atmosphere/pressure.ts';
import { ineichen } from '../clear-sky/ineichen.ts';
import { linkeTurbidity, USUAL_TURBIDITY } from '../clear-sky/linke-turbidity.ts';
import { getExtraRadiation } from '../irradiance/extra-radiation.ts';
import type { Turbidity } from '../sun/clear-sky.ts';
import { getSolarposition, type Site } from '../sun/solar-position.ts';
import { RISE_ELEVATION } from '../sun/rise-elevation.ts';

/** The Sun and the light of a clear sky at each time; degrees and W/m2. Light is 0 by night. */
export interface SkyColumns {
  elevation: Float64Array;
  zenith: Float64Array;
  apparentZenith: Float64Array;
  azimuth: Float64Array;
  dniExtra: Float64Array;
  ghi: Float64Array;
  dni: Float64Array;
  dhi: Float64Array;
  /** Global light of the cleanest air there is. */
  cleanGhi: Float64Array;
  cleanDni: Float64Array;
  cleanDhi: Float64Array;
}

/** Linke turbidity of air that is as clean as it gets. */
const CLEANEST = 2;

/** Whether the Sun is up at a row. */
export const isLit = (sky: Pick<SkyColumns, 'elevation'>, row: number): boolean =>
  sky.elevation[row]! >= RISE_ELEVATION;

/** Sun and clear sky of a site at times (epoch ms). NaN where a time is. */
export function skyColumns(
  times: Float64Array,
  site: Site,
  turbidity: Turbidity = USUAL_TURBIDITY,
): SkyColumns {
  const { altitude = 0 } = site;
  const sun = getSolarposition({ time: times, latitude: site.latitude, longitude: site.longitude, altitude });
  const empty = () => new Float64Array(times.length);
  const sky: SkyColumns = {
    elevation: sun.elevation,
    zenith: sun.zenith,
    apparentZenith: sun.apparentZenith,
    azimuth: sun.azimuth,
    dniExtra: getExtraRadiation({ time: times }),
    ghi: empty(),
    dni: empty(),
    dhi: empty(),
    cleanGhi: empty(),
    cleanDni: empty(),
    cleanDhi: empty(),
  };
  const pressure = alt2pres({ altitude });
  const months = typeof turbidity === 'number' ? undefined : turbidity;
  const light = { ghi: NaN, dni: NaN, dhi: NaN };
  for (const [row, time] of times.entries()) {
    if (!isLit(sky, row) && !Number.isNaN(time)) continue;
    const apparentZenith = sky.apparentZenith[row]!;
    const airmassRelative = getRelativeAirmass.kernel({ zenith: apparentZenith, model: 'kastenyoung1989' });
    const air = {
      apparentZenith,
      airmassAbsolute: getAbsoluteAirmass.kernel({ airmassRelative, pressure }),
      linkeTurbidity: months
        ? linkeTurbidity.kernel({ time, monthly: months, interpTurbidity: true })
        : (turbidity as number),
      altitude,
      dniExtra: sky.dniExtra[row]!,
      perezEnhancement: false,
    };
    ineichen.kernel(air, light);
    sky.ghi[row] = light.ghi;
    sky.dni[row] = light.dni;
    sky.dhi[row] = light.dhi;
    air.linkeTurbidity = Math.min(CLEANEST, air.linkeTurbidity);
    ineichen.kernel(air, light);
    sky.cleanGhi[row] = light.ghi;
    sky.cleanDni[row] = light.dni;
    sky.cleanDhi[row] = light.dhi;
  }
  return sky;
}
