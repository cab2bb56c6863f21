import type { PvStation } from '../pv/expected-power.ts';
import {
  cellOf,
  levelAt,
  softLimit,
  UNCALIBRATED,
  usualCalibration,
  type Calibration,
  type SourceCalibration,
} from './calibration.ts';
import { LIGHT_SOURCES, sourceCode } from './expected-source.ts';
import { createSourcePower, type Believed, type LightColumns } from './model-columns.ts';
import { prepareSteps } from './prepare-steps.ts';
import { isLit, skyColumns, type SkyColumns } from './sky-columns.ts';
import { createStationModel, type StationModel } from './station-model.ts';
import { spreadTo, type Spread } from './band-spread.ts';
import { upperBound } from './upper-bound.ts';

export interface ExpectedInput {
  station: PvStation;
  /** Epoch ms, the middle of each step. */
  times: Float64Array;
  light?: LightColumns;
  /** Sources that were found to be wrong are left out by `false`. */
  believed?: Believed;
  calibration?: Calibration;
  /** Of `times`, where it is known already. */
  sky?: SkyColumns;
}

/** AC power, W, at each time: what is exceeded on nine, five and one of ten occasions, and what cannot be exceeded. */
export interface ExpectedCurve {
  p10: Float64Array;
  p50: Float64Array;
  p90: Float64Array;
  bound: Float64Array;
  /** Light on the plane of the arrays by the sensors of the station, W/m2; NaN where none tells it, also by night. */
  plane: Float64Array;
  /** Index in `EXPECTED_SOURCES`. */
  source: Uint8Array;
}

/**
 * Power that a station should give, from the best light that is known at each time: sensor on the plane, on the horizontal, weather
 * provider, neighbours, clear sky; after what was learned of the station. By night all is 0; NaN where a time is none.
 */
export function expectedCurve(input: ExpectedInput): ExpectedCurve {
  const steps = expectedCurveSteps(input);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const AS_LEARNED: Spread = { low: 1, high: 1 };

/** The same in steps, between which a caller lets others have their turn: a day of hundreds of arrays takes a second. */
export function* expectedCurveSteps(input: ExpectedInput): Generator<undefined, ExpectedCurve, undefined> {
  const { station, times, light = {}, believed = {}, calibration = UNCALIBRATED } = input;
  yield* prepareSteps(station);
  const sky = input.sky ?? skyColumns(times, station.site, station.turbidity);
  const model = createStationModel(station);
  const power = createSourcePower({ model, sky, light });
  const planeOf = createSourcePower({
    model: { dcOfSky: (of) => model.planeOf(of), dcOfPlane: (poa) => poa },
    sky,
    light,
  });
  const ladder = LIGHT_SOURCES.filter((source) => believed[source] !== false).map((source) => ({
    source,
    code: sourceCode(source),
    learned: calibration.sources[source] ?? usualCalibration(source),
    spread: calibration.spreads?.[source] ?? AS_LEARNED,
  }));
  const column = () => new Float64Array(times.length);
  const curve = { p10: column(), p50: column(), p90: column(), bound: column() };
  const plane = column().fill(NaN);
  const source = new Uint8Array(times.length).fill(sourceCode('night'));
  const bound = upperBound({ model, sky, light, believed });
  for (const [row, time] of times.entries()) {
    if (Number.isNaN(time)) {
      for (const values of Object.values(curve)) values[row] = NaN;
      source[row] = sourceCode('none');
      continue;
    }
    if (!isLit(sky, row)) continue;
    yield;
    const most = bound(row);
    curve.bound[row] = most;
    for (const { source: name, code, learned, spread } of ladder) {
      const dc = power(name, row);
      if (Number.isNaN(dc)) continue;
      const middle = calibrated(model, { dc, learned, cell: cellOf(sky.azimuth[row]!, sky.elevation[row]!) });
      const share = model.capacity > 0 ? middle / model.capacity : 0;
      curve.p50[row] = Math.min(most, softLimit(middle, calibration.limit));
      const [low, high] = [
        spreadTo(levelAt(learned.low, share), spread.low),
        spreadTo(levelAt(learned.high, share), spread.high),
      ];
      curve.p10[row] = Math.min(curve.p50[row]!, softLimit(middle * low, calibration.limit));
      curve.p90[row] = Math.min(most, softLimit(middle * high, calibration.limit));
      source[row] = code;
      if (name === 'poa' || name === 'ghi') plane[row] = planeOf(name, row);
      break;
    }
  }
  return { ...curve, plane, source };
}

/** AC power of DC power, after what was learned; W. */
export function calibrated(
  model: StationModel,
  { dc, learned, cell }: { dc: number; learned: SourceCalibration; cell: number },
): number {
  const real = model.ac(dc * (learned.cells[cell] ?? learned.factor));
  return real * levelAt(learned.levels, model.capacity > 0 ? real / model.capacity : 0);
}
