import { median } from '../stats/quantile.ts';
import {
  AZIMUTHS,
  cellOf,
  ELEVATIONS,
  LEVEL_STEP,
  levelAt,
  LEVELS,
  usualCalibration,
  type SourceCalibration,
} from './calibration.ts';
import { calibrated } from './expected-curve.ts';
import { errorBand, type BandRow } from './error-band.ts';
import type { LightSource } from './expected-source.ts';
import type { SkyColumns } from './sky-columns.ts';
import type { StationModel } from './station-model.ts';

export interface FittedRows {
  model: StationModel;
  sky: SkyColumns;
  /** Measured AC power, W. */
  actual: Float64Array;
  /** DC power by the source before calibration, W. */
  dc: Float64Array;
  /** Rows of each accepted day that are neither dark nor held by a limit. */
  byDay: readonly (readonly number[])[];
  stepMs: number;
}

/** So many rows count as much as what is known without them. */
const PRIOR = 6;
/** What neighbours of a cell count beside it. */
const NEIGHBOUR = 0.15;
const LEAST_FACTOR = 0.02;
const MOST_FACTOR = 3;
const HOUR_MS = 3_600_000;

/** Learns factors by the Sun's position and by load, and how far real power lies from them. */
export function fitSource(source: LightSource, given: FittedRows): SourceCalibration {
  const input = { ...given, rows: given.byDay.flat() };
  const fitted = learn(source, input);
  const { capacity } = given.model;
  const rowsOf = ({ rows }: Rows, made: readonly number[]): BandRow[] =>
    rows.map((row, place) => ({
      ratio: given.actual[row]! / made[place]!,
      share: made[place]! / capacity,
    }));
  const unseen = madeUnseen(source, given)?.map(({ block, made }) => rowsOf(block, made));
  return withErrors(input, { ...fitted, ...errorBand(unseen ?? [rowsOf(input, madeOf(input, fitted))]) });
}

type Rows = FittedRows & { rows: readonly number[] };

/** Stretches of days that are left out in turn to see how far a day lies from what other days teach; of fewer days than the least nothing is left out. */
const MOST_BLOCKS = 5;
const LEAST_BLOCKS = 3;

/**
 * Power of each row by what the other days teach, W: a band around rows by which factors were learned would be too narrow for days to come. Undefined of too few
 * days.
 */
function madeUnseen(source: LightSource, input: FittedRows): { block: Rows; made: number[] }[] | undefined {
  const { byDay } = input;
  const blocks = Math.min(MOST_BLOCKS, byDay.length);
  if (blocks < LEAST_BLOCKS) return undefined;
  const blockOf = (day: number) => Math.floor((day * blocks) / byDay.length);
  return Array.from({ length: blocks }, (_, block) => {
    const isOf = (_rows: readonly number[], day: number) => blockOf(day) === block;
    const others = { ...input, rows: byDay.filter((rows, day) => !isOf(rows, day)).flat() };
    const own = { ...input, rows: byDay.filter(isOf).flat() };
    return { block: own, made: madeOf(own, learn(source, others)) };
  });
}

const madeOf = (input: Rows, learned: SourceCalibration): number[] =>
  input.rows.map((row) => madeAt(input, learned, row));

/** Factors of rows, without band and errors. */
function learn(source: LightSource, input: Rows): SourceCalibration {
  const { rows, actual, dc, model } = input;
  const fitted = { ...usualCalibration(source), days: input.byDay.length, rows: rows.length };
  // Under a clear sky alone the middle is far above the mean, and sums of it would promise too much.
  const centre = source === 'clearSky' ? weightedMean : weightedMedian;
  for (let pass = 0; pass < 2; pass += 1) {
    const rest = (row: number) =>
      actual[row]! / levelAt(fitted.levels, actual[row]! / model.capacity) / model.ac(dc[row]!);
    fitted.factor = clamp(centre(rows, rest, (row) => dc[row]!));
    fitted.cells = cellsOf(input, fitted.factor, { rest, centre });
    if (source !== 'clearSky') fitted.levels = levelsOf(input, fitted);
  }
  return fitted;
}

const clamp = (factor: number) =>
  Number.isNaN(factor) ? 1 : Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, factor));

const round = (value: number) => Math.round(value * 10_000) / 10_000;

function cellsOf(
  { rows, sky, dc }: Rows,
  factor: number,
  { rest, centre }: { rest: (row: number) => number; centre: Centre },
): (number | null)[] {
  const groups = new Map<number, number[]>();
  for (const row of rows) {
    const cell = cellOf(sky.azimuth[row]!, sky.elevation[row]!);
    const group = groups.get(cell);
    if (group) group.push(row);
    else groups.set(cell, [row]);
  }
  const own = new Map(
    [...groups].map(([cell, group]) => [cell, centre(group, rest, (row) => dc[row]!)] as const),
  );
  return Array.from({ length: AZIMUTHS * ELEVATIONS }, (_, cell) => {
    let sum = PRIOR * factor;
    let weight = PRIOR;
    for (const [near, share] of around(cell)) {
      const value = own.get(near);
      if (value === undefined) continue;
      const counts = share * groups.get(near)!.length;
      sum += counts * value;
      weight += counts;
    }
    return weight === PRIOR ? null : round(clamp(sum / weight));
  });
}

/** A cell and its neighbours, with what each counts. */
function around(cell: number): [number, number][] {
  const column = cell % AZIMUTHS;
  const line = Math.floor(cell / AZIMUTHS);
  const at = (of: number, azimuth: number) => of * AZIMUTHS + ((azimuth + AZIMUTHS) % AZIMUTHS);
  const near: [number, number][] = [
    [cell, 1],
    [at(line, column - 1), NEIGHBOUR],
    [at(line, column + 1), NEIGHBOUR],
  ];
  if (line > 0) near.push([at(line - 1, column), NEIGHBOUR]);
  if (line < ELEVATIONS - 1) near.push([at(line + 1, column), NEIGHBOUR]);
  return near;
}

function levelsOf(input: Rows, fitted: SourceCalibration): number[] {
  const { model } = input;
  const plain = { ...fitted, levels: usualCalibration('poa').levels };
  const groups: number[][] = Array.from({ length: LEVELS }, () => []);
  for (const row of input.rows) {
    const made = madeAt(input, plain, row);
    const level = Math.round(made / model.capacity / LEVEL_STEP);
    groups[Math.min(LEVELS - 1, level)]!.push(row);
  }
  return groups.map((group) => {
    const own = weightedMedian(
      group,
      (row) => input.actual[row]! / madeAt(input, plain, row),
      (row) => input.dc[row]!,
    );
    if (group.length === 0 || Number.isNaN(own)) return 1;
    return round(clamp((group.length * own + 3 * PRIOR) / (group.length + 3 * PRIOR)));
  });
}

const madeAt = ({ model, dc, sky }: FittedRows, learned: SourceCalibration, row: number): number =>
  calibrated(model, { dc: dc[row]!, learned, cell: cellOf(sky.azimuth[row]!, sky.elevation[row]!) });

function withErrors(input: Rows, fitted: SourceCalibration): SourceCalibration {
  const step = Math.max(1, Math.round(HOUR_MS / input.stepMs));
  const hours = new Map<number, { off: number; rows: number }>();
  for (const row of input.rows) {
    const hour = hours.get(Math.floor(row / step)) ?? { off: 0, rows: 0 };
    hour.off += input.actual[row]! - madeAt(input, fitted, row);
    hour.rows += 1;
    hours.set(Math.floor(row / step), hour);
  }
  const off = [...hours.values()].map((hour) => hour.off / hour.rows / input.model.capacity);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    ...fitted,
    rmse: round(Math.sqrt(mean(off.map((value) => value * value)))),
    bias: round(mean(off)),
  };
}

type Centre = typeof weightedMedian;

function weightedMean(
  rows: readonly number[],
  valueOf: (row: number) => number,
  weightOf: (row: number) => number,
): number {
  let [sum, weight] = [0, 0];
  for (const row of rows) {
    const value = valueOf(row);
    if (!Number.isFinite(value)) continue;
    sum += value * weightOf(row);
    weight += weightOf(row);
  }
  return sum / weight;
}

/** The value on both sides of which lies half of the weight; NaN without any. */
function weightedMedian(
  rows: readonly number[],
  valueOf: (row: number) => number,
  weightOf: (row: number) => number,
): number {
  const pairs = rows
    .map((row) => [valueOf(row), weightOf(row)] as const)
    .filter(([value, weight]) => Number.isFinite(value) && weight > 0)
    .toSorted(([one], [other]) => one - other);
  const half = pairs.reduce((sum, [, weight]) => sum + weight, 0) / 2;
  let sum = 0;
  for (const [value, weight] of pairs) {
    sum += weight;
    if (sum >= half) return value;
  }
  return median([]);
}
