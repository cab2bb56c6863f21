/**
 * Sets of coefficients by mounting: of Sandia's model (King et al. 2004, SAND2004-3535, table 1; `deltaT` in K at
 * 1000 W/m2) and of PVsyst's (its user's manual; W/(m2 K)).
 */
export const TEMPERATURE_MODEL_PARAMETERS = {
  sapm: {
    openRackGlassGlass: { a: -3.47, b: -0.0594, deltaT: 3 },
    closeMountGlassGlass: { a: -2.98, b: -0.0471, deltaT: 1 },
    openRackGlassPolymer: { a: -3.56, b: -0.075, deltaT: 3 },
    insulatedBackGlassPolymer: { a: -2.81, b: -0.0455, deltaT: 0 },
  },
  pvsyst: {
    freestanding: { uC: 29, uV: 0 },
    insulated: { uC: 15, uV: 0 },
    semiIntegrated: { uC: 20, uV: 0 },
  },
} as const;

export type SapmMounting = keyof typeof TEMPERATURE_MODEL_PARAMETERS.sapm;
