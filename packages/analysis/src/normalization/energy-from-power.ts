import { checkSeries } from '../stats/check-series.ts';
import { median } from '../stats/quantile.ts';
import { interpolate, knownRows, stepsOf } from './interpolate.ts';

export interface EnergyFromPowerInput {
  /** Of each row, epoch ms, rising. */
  times: Float64Array;
  /** W. */
  power: Float64Array;
  /** Of the answer, ms; the median step unless told. */
  targetStep?: number;
  /** Longer gaps have no energy, ms; the median step unless told. */
  maxTimedelta?: number;
  /** `rightLabeled` is the mean since the row before, `instantaneous` the power of the moment. `rightLabeled` unless told. */
  powerType?: 'rightLabeled' | 'instantaneous';
}

export interface EnergySeries {
  /** End of each interval, epoch ms. */
  times: Float64Array;
  /** Wh; NaN where nothing of the interval is known, or it ends within a gap. */
  energy: Float64Array;
}

const HOUR_MS = 3_600_000;

/** Where the piece after it ends: the next row or the next border, whichever is first. */
function bordersOf(times: Float64Array, labels: Float64Array): Float64Array {
  return Float64Array.from(new Set([...times, ...labels])).sort();
}

/** Power that counts for the pieces, by their ends. */
function powerAt(input: EnergyFromPowerInput, longest: number) {
  const { times, values } = knownRows(input.times, input.power);
  const isMoment = input.powerType === 'instantaneous';
  const first = times[0] ?? NaN;
  let next = 0;
  return (time: number): number => {
    while (next < times.length && times[next]! < time) next += 1;
    if (next === times.length) return NaN;
    // What was before the first known row is not known, but that row is.
    if (next === 0) return isMoment && time === first ? values[0]! : NaN;
    const gap = times[next]! - times[next - 1]!;
    if (gap > longest) return NaN;
    if (!isMoment) return values[next]!;
    const before = values[next - 1]!;
    return before + ((values[next]! - before) * (time - times[next - 1]!)) / gap;
  };
}

/**
 * Energy of equal intervals from power, counted from the first row. Longer gaps have none, not 0. Throws where lengths differ, there is one row only or
 * the step is not above 0. RdTools 3, `normalization.energy_from_power`.
 */
export function energyFromPower(input: EnergyFromPowerInput): EnergySeries {
  checkSeries(input.times, { power: input.power });
  const typical = median(stepsOf(input.times));
  const { targetStep = typical, maxTimedelta: longest = typical } = input;
  if (input.times.length === 0) return { times: new Float64Array(0), energy: new Float64Array(0) };
  if (!(targetStep > 0)) throw new RangeError(`targetStep: above 0, not ${targetStep}`);
  const start = input.times[0]!;
  const length = Math.ceil((input.times.at(-1)! - start) / targetStep);
  const labels = Float64Array.from({ length }, (_, at) => start + (at + 1) * targetStep);
  const fine = targetStep <= typical ? refine(input, start, targetStep, longest) : input;
  const energy = sumPieces(fine, labels, longest);
  const gapEnds = gapsOf(input.times, longest);
  return { times: labels, energy: energy.map((sum, at) => (gapEnds(labels[at]!) ? NaN : sum)) };
}

function refine(
  input: EnergyFromPowerInput,
  start: number,
  step: number,
  longest: number,
): EnergyFromPowerInput {
  const length = Math.floor((input.times.at(-1)! - start) / step) + 1;
  const targetTimes = Float64Array.from({ length }, (_, at) => start + at * step);
  const { times, power } = input;
  const fine = interpolate({ times, values: power, targetTimes, maxTimedelta: longest });
  return { ...input, times: targetTimes, power: fine };
}

function sumPieces(input: EnergyFromPowerInput, labels: Float64Array, longest: number): Float64Array {
  const at = powerAt(input, longest);
  const borders = bordersOf(input.times, labels);
  const sums = new Float64Array(labels.length).fill(NaN);
  let label = 0;
  let before = at(borders[0]!);
  for (let piece = 1; piece < borders.length; piece += 1) {
    const end = borders[piece]!;
    while (labels[label]! < end) label += 1;
    const now = at(end);
    const power = input.powerType === 'instantaneous' ? (before + now) / 2 : now;
    const energy = (power * (end - borders[piece - 1]!)) / HOUR_MS;
    before = now;
    if (!Number.isNaN(energy)) sums[label] = Number.isNaN(sums[label]!) ? energy : sums[label]! + energy;
  }
  return sums;
}

/** Whether the next row at or after a time ends a step that is too long. */
function gapsOf(times: Float64Array, longest: number) {
  let next = 0;
  return (time: number): boolean => {
    while (next < times.length && times[next]! < time) next += 1;
    return next > 0 && next < times.length && times[next]! - times[next - 1]! > longest;
  };
}
