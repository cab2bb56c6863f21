import { sinDeg } from '../sun/angles.ts';

const GRAVITY = 9.8;
const PRANDTL = 0.71;
const SEA_LEVEL_PRESSURE = 101_325;
/** Specific heat of air, J/(kg K). */
const AIR_HEAT = 1007;
/** Beyond it the flow over the module is turbulent. */
const TURBULENT_REYNOLDS = 1.2e5;

export interface Flow {
  /** Of module and air, K. */
  meanTemperature: number;
  /** By which the module is warmer or colder, K. */
  difference: number;
  /** m/s at the module. */
  wind: number;
  /** Hydraulic diameter of the module, m. */
  length: number;
  /** Degrees. */
  surfaceTilt: number;
  /** Whether turbulence is looked for. */
  mayBeTurbulent: boolean;
}

/** Heat that one face of the module loses by moving air, free and forced, W/(m2 K). */
export function convection(flow: Flow): number {
  const { meanTemperature, difference, wind, length } = flow;
  const density = (0.003484 * SEA_LEVEL_PRESSURE) / meanTemperature;
  const viscosity = (2.4237e-7 * meanTemperature ** 0.76) / density;
  const conductivity = 2.1695e-4 * meanTemperature ** 0.84;
  const reynolds = (wind * length) / viscosity;
  const carried = density * wind * AIR_HEAT;
  const isTurbulent = flow.mayBeTurbulent && reynolds > TURBULENT_REYNOLDS;
  const forced = isTurbulent
    ? ((0.0282 / reynolds ** 0.2) * carried) / PRANDTL ** 0.4
    : ((0.86 / reynolds ** 0.5) * carried) / PRANDTL ** 0.67;
  const buoyancy = (GRAVITY / meanTemperature) * difference * sinDeg(flow.surfaceTilt);
  const grashof = (buoyancy * length ** 3) / viscosity ** 2;
  const free = (0.21 * (grashof * PRANDTL) ** 0.32 * conductivity) / length;
  return Math.cbrt(free ** 3 + forced ** 3);
}
