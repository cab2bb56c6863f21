import { cosDeg } from '../sun/angles.ts';
import { clearnessIndex } from './clearness-index.ts';
import { getExtraRadiation } from './extra-radiation.ts';

/** Direct and diffuse light in W/m2, and the clearness index they rest on. */
export interface SplitLight {
  dni: number;
  dhi: number;
  kt: number;
}

export const UNKNOWN_LIGHT: SplitLight = { dni: NaN, dhi: NaN, kt: NaN };

/** What a model that splits global light needs. */
export interface SplitRow {
  ghi: number;
  time: number;
  dniExtra: number | null;
  minCosZenith: number;
  maxZenith: number;
}

/** Irradiance outside the atmosphere: as told, else that of the UTC day. */
export const extraOf = ({ time, dniExtra }: { time: number; dniExtra: number | null }): number =>
  dniExtra ?? getExtraRadiation.kernel({ time, solarConstant: 1366.1, method: 'spencer' });

/** Splits global light by the share that is diffuse at a clearness. All is diffuse with the Sun too low, and where more would be than there is. */
export function splitByShare(
  row: SplitRow,
  zenith: number,
  shareAt: (clearness: number) => number,
  light: SplitLight,
): void {
  const { ghi, minCosZenith, maxZenith } = row;
  const kt = clearnessIndex.kernel({
    ghi,
    solarZenith: zenith,
    extraRadiation: extraOf(row),
    minCosZenith,
    maxClearnessIndex: 1,
  });
  const dhi = shareAt(kt) * ghi;
  const dni = (ghi - dhi) / cosDeg(zenith);
  const isAllDiffuse = !Number.isNaN(dni) && (zenith > maxZenith || ghi < 0 || dni < 0);
  light.dni = isAllDiffuse ? 0 : dni;
  light.dhi = isAllDiffuse ? ghi : dhi;
  light.kt = kt;
}
