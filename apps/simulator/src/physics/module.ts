/**
 * A crystalline module by the single-diode equation: I = IL - I0 (exp((V + I Rs) / a) - 1) - (V + I Rs) / Rsh, with its
 * parameters moved to irradiance and temperature as De Soto, Klein and Beckman 2006 do.
 */
export interface ModuleModel {
  /** Cells in series. */
  cells: number;
  /** A, at 1000 W/m2 and 25 degC. */
  lightCurrent: number;
  saturationCurrent: number;
  seriesResistance: number;
  shuntResistance: number;
  /** Modified ideality factor n Ns k T / q, V, at 25 degC. */
  ideality: number;
}

export interface OperatingPoint {
  voltage: number;
  current: number;
}

const CELL_VOC = 0.685;
const THERMAL_VOLTAGE = 0.025693;
const T_REF = 298.15;
const BAND_GAP = 1.121;
const BOLTZMANN_EV = 8.617333e-5;
const CURRENT_PER_KELVIN = 0.0005;

/** A usual module of so many Wp: its size gives the current, its series resistance is found so that the rated power comes out. */
export function moduleOf(ratedPower: number): ModuleModel {
  const cells = ratedPower >= 380 ? 72 : 60;
  const lightCurrent = (ratedPower / (cells * 0.575)) * 1.06;
  const ideality = 1.08 * cells * THERMAL_VOLTAGE;
  const model: ModuleModel = {
    cells,
    lightCurrent,
    saturationCurrent: lightCurrent / (Math.exp((cells * CELL_VOC) / ideality) - 1),
    seriesResistance: 0,
    shuntResistance: (cells * 5) / (lightCurrent / 10),
    ideality,
  };
  let [low, high] = [0, 2];
  for (let round = 0; round < 40; round += 1) {
    model.seriesResistance = (low + high) / 2;
    const { voltage, current } = maxPower(model);
    if (voltage * current > ratedPower) low = model.seriesResistance;
    else high = model.seriesResistance;
  }
  return model;
}

/** The same module at an irradiance in W/m2 and a cell temperature in degC. */
export function moduleAt(model: ModuleModel, irradiance: number, cellTemperature: number): ModuleModel {
  const sun = Math.max(irradiance, 0.1) / 1000;
  const kelvin = cellTemperature + 273.15;
  const gap = BAND_GAP * (1 - 0.0002677 * (kelvin - T_REF));
  return {
    ...model,
    lightCurrent: sun * model.lightCurrent * (1 + CURRENT_PER_KELVIN * (cellTemperature - 25)),
    saturationCurrent:
      model.saturationCurrent *
      (kelvin / T_REF) ** 3 *
      Math.exp(BAND_GAP / (BOLTZMANN_EV * T_REF) - gap / (BOLTZMANN_EV * kelvin)),
    shuntResistance: model.shuntResistance / sun,
    ideality: model.ideality * (kelvin / T_REF),
  };
}

/** Point at a diode voltage (Bishop 1988): explicit, so no equation has to be solved. */
function pointAt(model: ModuleModel, diodeVoltage: number): OperatingPoint {
  const current =
    model.lightCurrent -
    model.saturationCurrent * Math.expm1(diodeVoltage / model.ideality) -
    diodeVoltage / model.shuntResistance;
  return { current, voltage: diodeVoltage - current * model.seriesResistance };
}

function openCircuitDiodeVoltage(model: ModuleModel): number {
  return model.ideality * Math.log1p(model.lightCurrent / model.saturationCurrent);
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The point of most power, by golden section over the diode voltage. */
export function maxPower(model: ModuleModel): OperatingPoint {
  const power = (diodeVoltage: number) => {
    const { voltage, current } = pointAt(model, diodeVoltage);
    return voltage * current;
  };
  let [low, high] = [0, openCircuitDiodeVoltage(model)];
  let [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  for (let round = 0; round < 34; round += 1) {
    if (power(left) < power(right)) [low, left, right] = [left, right, left + GOLDEN * (high - left)];
    else [high, right, left] = [right, left, right - GOLDEN * (right - low)];
  }
  return pointAt(model, (low + high) / 2);
}

/** Current at a terminal voltage, A; 0 beyond open circuit (a blocking diode holds it). */
export function currentAt(model: ModuleModel, voltage: number): number {
  let [low, high] = [0, openCircuitDiodeVoltage(model)];
  if (pointAt(model, high).voltage <= voltage) return 0;
  for (let round = 0; round < 40; round += 1) {
    const middle = (low + high) / 2;
    if (pointAt(model, middle).voltage < voltage) low = middle;
    else high = middle;
  }
  return Math.max(0, pointAt(model, (low + high) / 2).current);
}
