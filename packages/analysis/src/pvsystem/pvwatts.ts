import { vectorised } from '../vector/vectorised.ts';
import { zeroOf } from '../vector/zero-of.ts';

export interface PvwattsDcInput {
  /** What becomes power after reflection and spectrum, W/m2. */
  effectiveIrradiance: number;
  /** degC. */
  tempCell: number;
  /** At 1000 W/m2 and the reference temperature, W. */
  pdc0: number;
  /** Change of power, 1/K, below 0. */
  gammaPdc: number;
  /** degC; 25 unless told. */
  tempRef?: number;
  /** Share of `pdc0` that is missing at 200 W/m2; 0 (no correction) unless told. */
  k?: number;
  /** Whether the correction ends at 1000 W/m2; false unless told. */
  capAdjustment?: boolean;
}

/** Share of the rating that low light takes: a parabola of fourth order up to 200 W/m2, then a line to 1000. */
function lowLight(irradiance: number, k: number, isCapped: boolean): number {
  if (isCapped && irradiance >= 1000) return zeroOf(k);
  return irradiance <= 200 ? k * (1 - (1 - irradiance / 200) ** 4) : (k * (1000 - irradiance)) / 800;
}

/**
 * DC power, W: E / 1000 pdc0 (1 + gamma (Tc - Tref)) (PVWatts 5, Dobos 2014, NREL/TP-6A20-62641); with `k` less a share at low
 * light, and then not below 0 (Marion 2008, 33rd IEEE PVSC; Gilman et al. 2018, NREL/TP-6A20-67399).
 */
export const pvwattsDc = vectorised<PvwattsDcInput>(
  {
    effectiveIrradiance: NaN,
    tempCell: NaN,
    pdc0: NaN,
    gammaPdc: NaN,
    tempRef: 25,
    k: 0,
    capAdjustment: false,
  },
  ({ effectiveIrradiance, tempCell, pdc0, gammaPdc, tempRef, k, capAdjustment }) => {
    const power = effectiveIrradiance * 0.001 * pdc0 * (1 + gammaPdc * (tempCell - tempRef));
    return k === 0 ? power : Math.max(0, power - pdc0 * lowLight(effectiveIrradiance, k, capAdjustment));
  },
);

/** Losses in percent. */
export interface SystemLosses {
  soiling?: number;
  shading?: number;
  snow?: number;
  mismatch?: number;
  wiring?: number;
  connections?: number;
  /** Degradation by the first light. */
  lid?: number;
  nameplateRating?: number;
  age?: number;
  availability?: number;
}

/** As PVWatts has them. */
export const PVWATTS_LOSSES: Required<SystemLosses> = {
  soiling: 2,
  shading: 3,
  snow: 0,
  mismatch: 2,
  wiring: 2,
  connections: 0.5,
  lid: 1.5,
  nameplateRating: 1,
  age: 0,
  availability: 3,
};

/** What the losses take together, percent; 14.0757 by the defaults. PVWatts 5, Dobos 2014, NREL/TP-6A20-62641. */
export const pvwattsLosses = vectorised<SystemLosses>(PVWATTS_LOSSES, (row) => {
  const left = Object.values(row).reduce((left, loss) => left * (1 - loss / 100), 1);
  return (1 - left) * 100;
});
