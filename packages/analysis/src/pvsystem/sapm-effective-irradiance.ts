import { sapm as iamSapm, type SapmIamCoefficients } from '../iam/sapm.ts';
import { spectralFactorSapm, type SapmSpectralCoefficients } from '../spectrum/sapm.ts';
import { vectorised } from '../vector/vectorised.ts';

export interface SapmEffectiveIrradianceInput extends SapmIamCoefficients, SapmSpectralCoefficients {
  /** On the plane, W/m2. */
  poaDirect: number;
  /** On the plane, W/m2. */
  poaDiffuse: number;
  /** Corrected by pressure. */
  airmassAbsolute: number;
  /** Angle of incidence, degrees. */
  aoi: number;
  /** Share of diffuse light that the module uses. */
  FD: number;
}

/** What becomes current, W/m2: f1(airmass) (f2(aoi) direct + FD diffuse). King et al. 2004, SAND2004-3535, equation 1. */
export const sapmEffectiveIrradiance = vectorised<SapmEffectiveIrradianceInput>(
  {
    poaDirect: NaN,
    poaDiffuse: NaN,
    airmassAbsolute: NaN,
    aoi: NaN,
    FD: NaN,
    A0: NaN,
    A1: NaN,
    A2: NaN,
    A3: NaN,
    A4: NaN,
    B0: NaN,
    B1: NaN,
    B2: NaN,
    B3: NaN,
    B4: NaN,
    B5: NaN,
  },
  (row) => {
    const throughGlass = iamSapm.kernel({ ...row, upper: Infinity });
    return spectralFactorSapm.kernel(row) * (row.poaDirect * throughGlass + row.FD * row.poaDiffuse);
  },
);
