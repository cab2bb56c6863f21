/** What an inverter makes of its DC power. */
export interface InverterPower {
  /** W taken from the strings: less than offered where it clips. */
  dc: number;
  /** W fed out; slightly negative at night, when the device feeds itself. */
  ac: number;
}

/** Night consumption, W. */
const STANDBY = 3;
/** Share of the rated power below which it does not start. */
export const START_SHARE = 0.004;

/** Efficiency at a share of the rated power: fixed losses, a drop on semiconductors, a square of copper; 98 % at best. */
export function efficiencyAt(load: number): number {
  if (load <= 0) return 0;
  return load / (load + 0.0025 + 0.008 * load + 0.009 * load * load);
}

/**
 * AC power for DC power offered, never above the limit.
 * @param offered W
 * @param rated W
 * @param limit share of the rated power allowed: set point, derating, zero export
 */
export function invert(offered: number, rated: number, limit = 1): InverterPower {
  if (offered < START_SHARE * rated || limit <= 0) return { dc: 0, ac: -Math.min(STANDBY, rated * 0.0005) };
  const ac = offered * efficiencyAt(offered / rated);
  const most = rated * limit;
  if (ac <= most) return { dc: offered, ac };
  return { dc: most / efficiencyAt(limit), ac: most };
}

/** Share of the rated power that heat leaves: full up to 65 degC inside, falling by 2 % a degree. */
export function derating(insideTemperature: number): number {
  return Math.min(1, Math.max(0.3, 1 - 0.02 * (insideTemperature - 65)));
}

/** Temperature inside follows the losses with a time constant of ten minutes, degC. */
export function insideTemperature(state: {
  before: number;
  ambient: number;
  /** Share of the rated power. */
  load: number;
  /** degC that it is hotter at full load than it should be. */
  extra?: number;
  seconds: number;
}): number {
  const target = state.ambient + 4 + (24 + (state.extra ?? 0)) * Math.max(0, state.load);
  return target + (state.before - target) * Math.exp(-state.seconds / 600);
}
