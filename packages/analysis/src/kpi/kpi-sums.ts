/**
 * What key figures are made of, summed over days and stations or inverters. Yields are kWh/kWp, energies kWh, times kW of nameplate times hours. A day
 * counts in a sum where all of that sum is known of it: its days are told beside it.
 */
export interface KpiSums {
  /** Days of all stations or inverters that are summed. */
  days: number;
  /** kW of DC nameplate, mean of the days. */
  capacityKw: number;
  energy: { days: number; kwh: number; yield: number; kwHours: number };
  /** Days of which so many samples came that they may be judged. */
  complete: number;
  /** Light on the modules, weighted by nameplate: `someDays` have any, `days` all of it. */
  light: { someDays: number; days: number; yield: number };
  /** DC energy of the days on which it is measured of all inverters. */
  dc: { someDays: number; days: number; kwh: number; yield: number };
  /** Energy against what the light could give at standard conditions, kWh. */
  judged: { days: number; kwh: number; reference: number };
  /** The same with the modules at 25 °C, where their temperature is known. */
  warm: { days: number; kwh: number; reference: number };
  /** The same at the mean temperature of a year, where a year is known. */
  seasonal: { days: number; kwh: number; reference: number };
  /** Yields of the days on which light, DC and AC energy are all known. */
  balanced: { days: number; reference: number; array: number; final: number };
  compared: { days: number; kwh: number; expected: number };
  /** Days with an expected energy. */
  expectedDays: number;
  states: {
    /** Days on which inverters told their state. */
    days: number;
    running: number;
    outages: number;
    grid: number;
    stopped: number;
    /** All daylight of these days. */
    daylight: number;
  };
  /**
   * Energy of days with told states and an expectation, and what the outages of these days lost. What limits held back and what was not heard is no
   * outage, and told of stations alone.
   */
  supplied: { days: number; kwh: number; lost: number; curtailed: number; unheard: number };
  /** Out of and into inverters in the minutes in which both are measured. */
  converted: { days: number; ac: number; dc: number };
}
