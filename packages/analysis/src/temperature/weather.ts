/** Weather at the module. */
export interface ModuleWeather {
  /** Irradiance on the plane, W/m2. */
  poaGlobal: number;
  /** Air, degC. */
  tempAir: number;
}

export const UNKNOWN_WEATHER: ModuleWeather = { poaGlobal: NaN, tempAir: NaN };
