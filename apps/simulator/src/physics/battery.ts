/** A battery behind its converter. Power in W at the terminals, discharge +. */
export interface BatteryModel {
  capacityKwh: number;
  /** W */
  maxPower: number;
}

export interface BatteryStep {
  /** W, discharge +. */
  power: number;
  /** Percent after the step. */
  soc: number;
}

/** One way; 0.92 there and back. */
const EFFICIENCY = Math.sqrt(0.92);
export const LOWEST_SOC = 10;
const HIGHEST_SOC = 100;
/** From here on the charge current is taken back. */
const TAPER_FROM = 90;

/**
 * Takes or gives what is asked within power, taper and state of charge.
 * @param wanted W, discharge +
 */
export function stepBattery(
  battery: BatteryModel,
  state: { soc: number; wanted: number; seconds: number },
): BatteryStep {
  const { soc, seconds } = state;
  if (seconds <= 0) return { soc, power: 0 };
  const hours = seconds / 3600;
  const wattHours = battery.capacityKwh * 1000;
  const taper = soc > TAPER_FROM ? Math.max(0.08, (HIGHEST_SOC - soc) / (HIGHEST_SOC - TAPER_FROM)) : 1;
  if (state.wanted >= 0) {
    const there = (Math.max(0, soc - LOWEST_SOC) / 100) * wattHours * EFFICIENCY;
    const power = Math.min(state.wanted, battery.maxPower, there / hours);
    return { power, soc: soc - ((power * hours) / EFFICIENCY / wattHours) * 100 };
  }
  const room = (((HIGHEST_SOC - soc) / 100) * wattHours) / EFFICIENCY;
  const power = Math.min(-state.wanted, battery.maxPower * taper, room / hours);
  return {
    power: -power,
    soc: Math.min(HIGHEST_SOC, soc + ((power * hours * EFFICIENCY) / wattHours) * 100),
  };
}

/** Voltage of a pack at a state of charge and power: the flat curve of iron phosphate and an inner resistance, V. */
export function packVoltage(nominal: number, soc: number, loadShare: number): number {
  const knee = 0.06 * Math.tanh((soc - 8) / 6) + 0.03 * Math.max(0, (soc - 92) / 8);
  return nominal * (0.97 + knee - 0.025 * loadShare);
}

/** Temperature of a pack follows the room and its own losses within two hours, degC. */
export function packTemperature(state: {
  before: number;
  ambient: number;
  loadShare: number;
  seconds: number;
}): number {
  const room = 18 + 0.35 * (state.ambient - 15);
  const target = room + 9 * state.loadShare * state.loadShare;
  return target + (state.before - target) * Math.exp(-state.seconds / 7200);
}
