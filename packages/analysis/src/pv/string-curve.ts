import {
  pointAtDiodeVoltage,
  solveSingleDiode,
  voltageAtCurrent,
  type DiodeParams,
  type OperatingPoint,
} from './single-diode.ts';

/** Equal substrings (cells behind one bypass diode) of a string. */
export interface SubstringGroup {
  params: DiodeParams;
  count: number;
  /** The bypass diode has failed to a short: the substring gives no voltage. */
  bypassShorted?: boolean;
}

export interface StringCurveInput {
  groups: readonly SubstringGroup[];
  /** Forward voltage of a bypass diode in V; 0.5 unless told. */
  bypassVoltage?: number;
  /** Resistance of cables and connectors in ohm; 0 unless told. */
  extraResistance?: number;
  /** Points of the curve; 128 unless told. */
  points?: number;
}

/** A curve from short to open circuit: voltages in V ascending, currents in A falling. */
export interface IvCurve {
  voltage: Float64Array;
  current: Float64Array;
}

const DEFAULT_BYPASS_VOLTAGE = 0.5;
const DEFAULT_POINTS = 128;

function voltageOf(input: StringCurveInput, current: number): number {
  const { groups, bypassVoltage = DEFAULT_BYPASS_VOLTAGE, extraResistance = 0 } = input;
  let sum = -current * extraResistance;
  for (const { params, count, bypassShorted } of groups) {
    if (bypassShorted || count <= 0) continue;
    sum += count * Math.max(voltageAtCurrent(current, params), -bypassVoltage);
  }
  return sum;
}

/**
 * Current at which the string's voltage is `voltage`: the voltage falls with the current, so bisection
 * finds it.
 */
function currentOf(input: StringCurveInput, voltage: number, highest: number): number {
  let low = 0;
  // Wider by the tolerance, since the last point's current is itself known no better.
  let high = highest * (1 + 1e-9);
  for (let i = 0; i < 60 && high - low > 1e-10 * highest; i++) {
    const middle = (low + high) / 2;
    if (voltageOf(input, middle) > voltage) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** More current than any substring can carry forward. */
function highestCurrent(groups: readonly SubstringGroup[]): number {
  return Math.max(0, ...groups.map(({ params }) => pointAtDiodeVoltage(-1, params).current + 1e-6));
}

/**
 * Curve of substrings in series, each with its own light, shunt and bypass diode: at one current the
 * voltages add, a substring that cannot carry it is held at minus the bypass voltage, cables take I x R.
 * Equal voltage steps.
 */
export function stringCurve(input: StringCurveInput): IvCurve {
  const { points = DEFAULT_POINTS } = input;
  const open = Math.max(0, voltageOf(input, 0));
  const highest = highestCurrent(input.groups);
  const voltage = Float64Array.from({ length: points }, (_, i) => (open * i) / (points - 1));
  const current = new Float64Array(points);
  let last = highest;
  for (let i = 0; i < points - 1; i++) {
    last = currentOf(input, voltage[i] ?? 0, last);
    current[i] = last;
  }
  return { voltage, current };
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Probes between two knees: a maximum may be narrow, or a dip may stand at the knee. */
const PROBES = 16;

function pointOf(input: StringCurveInput, current: number): OperatingPoint {
  const voltage = voltageOf(input, current);
  return { current, voltage, power: current * voltage };
}

/** Highest power between two currents: probes, then golden section around the best of them. */
function highestBetween(input: StringCurveInput, low: number, high: number): OperatingPoint {
  const step = (high - low) / PROBES;
  let best = pointOf(input, high);
  for (let i = 1; i < PROBES; i++) {
    const probe = pointOf(input, low + i * step);
    if (probe.power > best.power) best = probe;
  }
  let left = Math.max(low, best.current - step);
  let right = Math.min(high, best.current + step);
  while (right - left > 1e-9 * high) {
    const a = right - GOLDEN * (right - left);
    const b = left + GOLDEN * (right - left);
    if (pointOf(input, a).power > pointOf(input, b).power) right = b;
    else left = a;
  }
  return pointOf(input, (left + right) / 2);
}

/**
 * The operating point of highest power of a string, the global one when shade makes several. Between the
 * currents at which one substring after the other gives way there is one maximum each; all are tried.
 */
export function maxPowerPoint(input: StringCurveInput): OperatingPoint {
  const lit = input.groups.filter(({ params, count }) => count > 0 && params.photocurrent > 0);
  const knees = [...new Set(lit.map(({ params }) => solveSingleDiode(params).isc))].sort((a, b) => a - b);
  let best: OperatingPoint = { current: 0, voltage: 0, power: 0 };
  let from = 0;
  for (const knee of knees) {
    const point = highestBetween(input, from, knee);
    if (point.power > best.power) best = point;
    from = knee;
  }
  return best;
}
