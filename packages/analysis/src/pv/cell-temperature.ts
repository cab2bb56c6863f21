/** Weather at the module: plane-of-array irradiance W/m2, air temperature degC, wind m/s (1 unless told). */
export interface ModuleWeather {
  poa: number;
  airTemperature: number;
  windSpeed?: number;
}

const DEFAULT_WIND = 1;

/**
 * Coefficients a, b of the module's back and the cell's excess in K at 1000 W/m2 (King et al. 2004, table 1).
 */
export const SAPM_MOUNTINGS = {
  openRackGlassGlass: { a: -3.47, b: -0.0594, excess: 3 },
  closeMountGlassGlass: { a: -2.98, b: -0.0471, excess: 1 },
  openRackGlassPolymer: { a: -3.56, b: -0.075, excess: 3 },
  insulatedBackGlassPolymer: { a: -2.81, b: -0.0455, excess: 0 },
} as const;
export type SapmMounting = keyof typeof SAPM_MOUNTINGS;

/**
 * Cell temperature, degC: T = Ta + G exp(a + b W) + G / 1000 x excess (Sandia array performance model, King
 * et al. 2004).
 */
export function cellTemperatureSapm(
  weather: ModuleWeather,
  mounting: SapmMounting = 'openRackGlassPolymer',
): number {
  const { a, b, excess } = SAPM_MOUNTINGS[mounting];
  const { poa, airTemperature, windSpeed = DEFAULT_WIND } = weather;
  return airTemperature + poa * Math.exp(a + b * windSpeed) + (poa / 1000) * excess;
}

/**
 * Module temperature, degC: T = Ta + G / (u0 + u1 W) (Faiman 2008); u0 25 W/m2K, u1 6.84 Ws/m3K unless told.
 */
export function cellTemperatureFaiman(weather: ModuleWeather, heatLoss = { u0: 25, u1: 6.84 }): number {
  const { poa, airTemperature, windSpeed = DEFAULT_WIND } = weather;
  return airTemperature + poa / (heatLoss.u0 + heatLoss.u1 * windSpeed);
}
