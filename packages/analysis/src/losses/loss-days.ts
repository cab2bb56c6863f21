import type { DayRows } from '../expected/accepted-days.ts';
import {
  cellOf,
  softLimit,
  usualCalibration,
  type Calibration,
  type SourceCalibration,
} from '../expected/calibration.ts';
import { calibrated } from '../expected/expected-curve.ts';
import { LIGHT_SOURCES, type LightSource } from '../expected/expected-source.ts';
import { createSourcePower, type Believed, type LightColumns } from '../expected/model-columns.ts';
import { prepareSteps } from '../expected/prepare-steps.ts';
import { isLit, skyColumns } from '../expected/sky-columns.ts';
import { createStationModel, type Stages } from '../expected/station-model.ts';
import { upperBound } from '../expected/upper-bound.ts';
import type { PvStation } from '../pv/expected-power.ts';
import { quantile } from '../stats/quantile.ts';
import { addObserved, type ExpectedRows, type Observed, type ObservedSums } from './observed-losses.ts';

/** A local day: its rows, and whether snow was told of it or of the days before. */
export interface LossDayRows extends DayRows {
  isSnowy: boolean;
}

export interface LossInput {
  station: PvStation;
  /** Epoch ms, the middle of each step. */
  times: Float64Array;
  stepMs: number;
  light: LightColumns;
  believed?: Believed;
  calibration: Calibration;
  observed: Observed;
  days: readonly LossDayRows[];
}

/**
 * What a day's light could have become, Wh, each stage less what was lost before it, and what of it is known to have been lost afterwards. Whole numbers, so that parts
 * of them add up exactly.
 */
export interface LossDay extends ObservedSums {
  day: string;
  /** Nameplate at standard conditions under all light there was. */
  standard: number;
  /** What came past the horizon and the rows of the design. */
  open: number;
  /** At the temperature of the cells. */
  warm: number;
  /** After glass, cables and inverters as they usually are. */
  free: number;
  /** With the rating of the inverters: what the design promises. */
  model: number;
  /** With what was learned of shade by the Sun's position. */
  shaded: number;
  /** Above the limit that was learned. */
  held: number;
  /** Share of the day's light that something but a clear sky told, 0 to 1. */
  seen: number;
}

/** Share of light below which a day cannot be told from a cloudy one. */
export const LEAST_SEEN = 0.9;

const WH = 1 / 3_600_000;
/** Cells so near the open sky are not shaded: that is what learning leaves. */
const SHADED = 0.97;
const LEAST_CELLS = 4;

/** Sums of local days, in steps between which others may have their turn: a day of hundreds of arrays takes a second. */
export function* lossDaySteps(input: LossInput): Generator<undefined, LossDay[], undefined> {
  const { station, times, light, believed = {}, calibration, stepMs, days } = input;
  yield* prepareSteps(station);
  const model = createStationModel(station);
  const sky = skyColumns(times, station.site, station.turbidity);
  const stages: Stages = { standard: 0, open: 0, warm: 0, dc: 0 };
  const power = createSourcePower({
    model: {
      dcOfSky(row, air) {
        model.stagesOfSky(row, air, stages);
        return stages.dc;
      },
      dcOfPlane(poa, air) {
        model.stagesOfPlane(poa, air, stages);
        return stages.dc;
      },
    },
    sky,
    light,
  });
  const ladder = LIGHT_SOURCES.filter((source) => believed[source] !== false).map((source) => {
    const learned = calibration.sources[source];
    return { source, learned: learned ?? usualCalibration(source), openSky: learned && openSkyOf(learned) };
  });
  /** Power of the best source of a row, with its stages; undefined where none tells anything. */
  const best = (row: number) => {
    for (const one of ladder) {
      const dc = power(one.source, row);
      if (!Number.isNaN(dc)) return { ...one, dc };
    }
    return undefined;
  };
  const bound = upperBound({ model, sky, light, believed });
  const found: LossDay[] = [];
  for (const { day, from, to, isSnowy } of days) {
    const sums = { standard: 0, open: 0, warm: 0, free: 0, model: 0, shaded: 0, held: 0 };
    const expected: ExpectedRows = { from, watts: new Float64Array(to - from), capacity: model.capacity };
    let [lit, seen] = [0, 0];
    for (let row = from; row < to; row += 1) {
      if (!isLit(sky, row)) continue;
      yield;
      const by = best(row);
      lit += sky.ghi[row]!;
      if (!by) continue;
      const { source, learned, openSky } = by;
      if (source !== 'clearSky') seen += sky.ghi[row]!;
      // Of neighbours their share of a clear sky; of a clear sky alone what is usual under it.
      const share = scaleOf(source, by.dc, stages, learned);
      const dc = stages.dc * share;
      const cell = cellOf(sky.azimuth[row]!, sky.elevation[row]!);
      const ac = model.ac(dc);
      const middle = calibrated(model, { dc: by.dc, learned, cell });
      const watts = softLimit(middle, calibration.limit);
      sums.standard += stages.standard * share;
      sums.open += stages.open * share;
      sums.warm += stages.warm * share;
      sums.free += model.acUnclipped(dc);
      sums.model += ac;
      sums.shaded += ac * openShare(source, learned.cells[cell], openSky);
      sums.held += middle - watts;
      // As P50 is, so that what stops cost is the same everywhere.
      expected.watts[row - from] = Math.min(bound(row), watts);
    }
    const toWh = (watts: number) => Math.round(watts * stepMs * WH);
    found.push({
      day,
      standard: toWh(sums.standard),
      open: toWh(sums.open),
      warm: toWh(sums.warm),
      free: toWh(sums.free),
      model: toWh(sums.model),
      shaded: toWh(sums.shaded),
      held: toWh(sums.held),
      seen: lit > 0 ? seen / lit : 1,
      ...addObserved(expected, input.observed, { stepMs, isSnowy, toWh }),
    });
  }
  return found;
}

function scaleOf(source: LightSource, dc: number, stages: Stages, learned: SourceCalibration): number {
  if (source === 'clearSky') return learned.factor;
  return stages.dc > 0 ? dc / stages.dc : 1;
}

/** What an open sky gives against the model: the upper quarter of what was learned by the Sun's position. */
function openSkyOf({ cells, factor }: SourceCalibration): number {
  const known = cells.filter((cell) => cell !== null);
  return known.length < LEAST_CELLS ? factor : quantile(known, 0.75);
}

function openShare(
  source: LightSource,
  cell: number | null | undefined,
  openSky: number | undefined,
): number {
  if (source === 'clearSky' || openSky === undefined || cell === null || cell === undefined) return 1;
  return cell < SHADED * openSky ? cell / openSky : 1;
}
