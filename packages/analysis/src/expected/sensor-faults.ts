import { median, quantile } from '../stats/quantile.ts';
import type { DayRows } from './accepted-days.ts';

/** What is wrong with a sensor of light: its unit or calibration, its direction or clock, dirt or drift. */
export type SensorFault = 'scale' | 'turned' | 'drifting';

export interface SensorRows {
  /** What the sensor said, W/m2. */
  measured: Float64Array;
  /** What a clear sky gives where it should look, W/m2; 0 by night. */
  clear: Float64Array;
  /** Power of the station and what a clear sky would give it, W: the witness that tells a wrong sensor from a wrong design. */
  actual: Float64Array;
  clearPower: Float64Array;
}

/** Days without which nothing is said. */
const LEAST_DAYS = 4;
/** Against a clear sky in the brightest hours. */
const LOWEST = 0.6;
const HIGHEST = 1.5;
/** Light that is high enough to be judged, share of the brightest. */
const HIGH = 0.35;
/** Logarithm by which mornings against afternoons differ from those of a clear sky and from those of the station's power. */
const LEANING = 0.3;
const DRIFT = 0.06;
const LEAST_OF_DRIFT = 15;

interface DaySums {
  measured: number;
  clear: number;
  actual: number;
  clearPower: number;
  /** Logarithms of morning against afternoon, each against a clear sky. */
  leaning: number;
  powerLeaning: number;
}

/**
 * Why a sensor is not to be believed over some days; undefined where it is, or where too little is known. Stuck readings are found apart,
 * by `stuckReadings`, because they come and go.
 */
export function sensorFault(rows: SensorRows, days: readonly DayRows[]): SensorFault | undefined {
  const sums = days.flatMap((day) => sumsOf(rows, day) ?? []);
  if (sums.length < LEAST_DAYS) return undefined;
  const top = rows.clear.reduce((most, light) => (light > most ? light : most), 0);
  const bright = [...rows.measured.keys()]
    .filter((row) => rows.clear[row]! > HIGH * top && !Number.isNaN(rows.measured[row]!))
    .map((row) => rows.measured[row]! / rows.clear[row]!);
  const level = bright.length === 0 ? NaN : quantile(bright, 0.9);
  const powers = sums.map(({ actual, clearPower }) => actual / clearPower);
  // Weeks of fog look like a sensor that reads too little, but the station sees the fog, too.
  const bestPower = quantile(powers, 0.9);
  if (level > HIGHEST || (level < LOWEST && !(bestPower < LOWEST + 0.1)) || level < 0.05) return 'scale';
  if (isTurned(sums)) return 'turned';
  return isDrifting(sums) ? 'drifting' : undefined;
}

function sumsOf(
  { measured, clear, actual, clearPower }: SensorRows,
  { from, to }: DayRows,
): DaySums | undefined {
  const noon = noonOf(clear, from, to);
  const side = () => ({ measured: 0, clear: 0, actual: 0, clearPower: 0 });
  const [morning, afternoon] = [side(), side()];
  let [lit, known] = [0, 0];
  for (let row = from; row < to; row += 1) {
    if (!(clear[row]! > 0)) continue;
    lit += 1;
    if (Number.isNaN(measured[row]!) || Number.isNaN(actual[row]!)) continue;
    known += 1;
    const half = row < noon ? morning : afternoon;
    half.measured += Math.max(0, measured[row]!);
    half.clear += clear[row]!;
    half.actual += Math.max(0, actual[row]!);
    half.clearPower += clearPower[row]!;
  }
  if (lit === 0 || known < 0.9 * lit) return undefined;
  const lean = (name: 'measured' | 'actual', against: 'clear' | 'clearPower') =>
    Math.log(morning[name] / morning[against] / (afternoon[name] / afternoon[against]));
  return {
    measured: morning.measured + afternoon.measured,
    clear: morning.clear + afternoon.clear,
    actual: morning.actual + afternoon.actual,
    clearPower: morning.clearPower + afternoon.clearPower,
    leaning: lean('measured', 'clear'),
    powerLeaning: lean('actual', 'clearPower'),
  };
}

/** Row at which half of a clear day's light has come. */
function noonOf(clear: Float64Array, from: number, to: number): number {
  let all = 0;
  for (let row = from; row < to; row += 1) all += clear[row]!;
  let sum = 0;
  for (let row = from; row < to; row += 1) {
    sum += clear[row]!;
    if (sum >= all / 2) return row;
  }
  return to;
}

function isTurned(sums: readonly DaySums[]): boolean {
  const finite = sums.filter(({ leaning, powerLeaning }) => Number.isFinite(leaning + powerLeaning));
  if (finite.length < LEAST_DAYS) return false;
  const of = median(finite.map(({ leaning }) => leaning));
  const against = median(finite.map(({ leaning, powerLeaning }) => leaning - powerLeaning));
  return Math.abs(of) > LEANING && Math.abs(against) > LEANING;
}

/** Falls against the station's power and, on its brightest days, against a clear sky: dust on the glass, or a sensor that ages. */
function isDrifting(sums: readonly DaySums[]): boolean {
  if (sums.length < LEAST_OF_DRIFT) return false;
  const third = Math.floor(sums.length / 3);
  const change = (valueOf: (of: readonly DaySums[]) => number) =>
    valueOf(sums.slice(-third)) / valueOf(sums.slice(0, third)) - 1;
  const againstPower = change((of) => median(of.map(({ measured, actual }) => measured / actual)));
  const againstClear = change((of) =>
    quantile(
      of.map(({ measured, clear }) => measured / clear),
      0.9,
    ),
  );
  return againstPower < -DRIFT && againstClear < -DRIFT / 2;
}
