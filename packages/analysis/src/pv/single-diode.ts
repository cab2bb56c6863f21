/**
 * Five parameters of the single-diode equation I = IL - I0 (exp(Vd / a) - 1) - Vd / Rsh with Vd = V + I Rs:
 * A, A, ohm, ohm, and a = n Ns Vth in V. A whole string when scaled by `inSeries`.
 */
export interface DiodeParams {
  photocurrent: number;
  saturationCurrent: number;
  seriesResistance: number;
  shuntResistance: number;
  thermalVoltage: number;
}

/** One point of a curve: A, V, W. */
export interface OperatingPoint {
  current: number;
  voltage: number;
  power: number;
}

/** The figures of a curve: A, V, W. */
export interface DiodeSolution {
  isc: number;
  voc: number;
  imp: number;
  vmp: number;
  pmp: number;
}

const MAX_STEPS = 60;

/** The point of a curve at a diode voltage, explicitly (Bishop 1988). */
export function pointAtDiodeVoltage(diodeVoltage: number, params: DiodeParams): OperatingPoint {
  const current =
    params.photocurrent -
    params.saturationCurrent * Math.expm1(diodeVoltage / params.thermalVoltage) -
    diodeVoltage / params.shuntResistance;
  const voltage = diodeVoltage - current * params.seriesResistance;
  return { current, voltage, power: current * voltage };
}

/** -dI/dVd, always positive. */
function conductance(diodeVoltage: number, params: DiodeParams): number {
  const { saturationCurrent, thermalVoltage, shuntResistance } = params;
  return (saturationCurrent / thermalVoltage) * Math.exp(diodeVoltage / thermalVoltage) + 1 / shuntResistance;
}

/** Upper bound of the open-circuit diode voltage: the shunt left out. */
function openCircuitBound(params: DiodeParams): number {
  return params.thermalVoltage * Math.log1p(Math.max(0, params.photocurrent) / params.saturationCurrent);
}

/**
 * Root of a falling function of the diode voltage inside a bracket: Newton, bisecting when a step would
 * leave it.
 */
function findRoot(of: (vd: number) => { value: number; slope: number }, low: number, high: number): number {
  let left = low;
  let right = high;
  let at = high;
  for (let i = 0; i < MAX_STEPS; i++) {
    const { value, slope } = of(at);
    if (value === 0) return at;
    if (value > 0) left = at;
    else right = at;
    const newton = at - value / slope;
    const next = newton > left && newton < right ? newton : (left + right) / 2;
    if (Math.abs(next - at) <= 1e-12 * Math.max(1, Math.abs(at))) return next;
    at = next;
  }
  return at;
}

/**
 * Voltage in V at a current in A. Currents above the photocurrent give the reverse voltage of the shunt
 * line, as a shaded cell has it before its bypass diode acts; -Infinity in the dark, where there is no such
 * line.
 */
export function voltageAtCurrent(current: number, params: DiodeParams): number {
  const high = openCircuitBound(params);
  const reverse = params.photocurrent + params.saturationCurrent - current;
  // Backwards the diode carries at most I0, so the shunt line bounds the root from below.
  const low = (reverse < 0 ? reverse * params.shuntResistance : 0) - 1e-9;
  if (low === -Infinity) return low;
  const above =
    current < 0 ? high + params.thermalVoltage * Math.log1p(-current / params.saturationCurrent) : high;
  const diodeVoltage = findRoot(
    (vd) => ({
      value: pointAtDiodeVoltage(vd, params).current - current,
      slope: -conductance(vd, params),
    }),
    low,
    above,
  );
  return diodeVoltage - current * params.seriesResistance;
}

/** Current in A at a voltage in V, from short circuit to beyond open circuit. */
export function currentAtVoltage(voltage: number, params: DiodeParams): number {
  const { seriesResistance } = params;
  // Solved as Vd - V - I(Vd) Rs = 0, negated so that it falls.
  const residual = (vd: number) => ({
    value: voltage - pointAtDiodeVoltage(vd, params).voltage,
    slope: -(1 + seriesResistance * conductance(vd, params)),
  });
  const low = Math.min(voltage, 0);
  const high = Math.max(voltage, 0) + Math.max(0, params.photocurrent) * seriesResistance;
  return pointAtDiodeVoltage(findRoot(residual, low, high), params).current;
}

/** dP/dVd and its slope, for the highest power. */
function powerSlope(diodeVoltage: number, params: DiodeParams): { value: number; slope: number } {
  const { current, voltage } = pointAtDiodeVoltage(diodeVoltage, params);
  const fall = conductance(diodeVoltage, params);
  const bend = (fall - 1 / params.shuntResistance) / params.thermalVoltage;
  const voltageSlope = 1 + params.seriesResistance * fall;
  return {
    value: current * voltageSlope - voltage * fall,
    slope: -2 * fall * voltageSlope + current * params.seriesResistance * bend - voltage * bend,
  };
}

/** Short circuit, open circuit and highest power; all zero without light. */
export function solveSingleDiode(params: DiodeParams): DiodeSolution {
  if (!(params.photocurrent > 0)) return { isc: 0, voc: 0, imp: 0, vmp: 0, pmp: 0 };
  const voc = voltageAtCurrent(0, params);
  const best = pointAtDiodeVoltage(
    findRoot((vd) => powerSlope(vd, params), 0, voc),
    params,
  );
  return {
    isc: currentAtVoltage(0, params),
    voc,
    imp: best.current,
    vmp: best.voltage,
    pmp: best.power,
  };
}

/**
 * The same device `count` times in series: voltages and resistances grow, currents stay. A fraction gives a
 * part of a module.
 */
export function inSeries(params: DiodeParams, count: number): DiodeParams {
  return {
    ...params,
    seriesResistance: params.seriesResistance * count,
    shuntResistance: params.shuntResistance * count,
    thermalVoltage: params.thermalVoltage * count,
  };
}
